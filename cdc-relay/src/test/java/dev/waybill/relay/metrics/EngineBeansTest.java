package dev.waybill.relay.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class EngineBeansTest {

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final EngineBeans beans = new EngineBeans("beans_test");

  @Test
  void isZeroWithoutAnEngine() {
    assertThat(new EngineBeans("no_engine").queueFill()).isZero();
    assertThat(new EngineBeans("no_engine").filtered()).isZero();
  }

  @Test
  void takesTheFullerOfRowsAndBytes() throws JMException {
    ObjectName name =
        new ObjectName(
            "debezium.postgres:type=connector-metrics,context=streaming,server=beans_test");
    Streaming streaming = new Streaming();
    server.registerMBean(streaming, name);
    try {
      assertThat(beans.queueFill()).isCloseTo(0.25, within(1e-9));
      assertThat(beans.filtered()).isEqualTo(7);

      streaming.bytes = 900;
      assertThat(beans.queueFill()).isCloseTo(0.9, within(1e-9));
    } finally {
      server.unregisterMBean(name);
    }
    assertThat(beans.queueFill()).isZero();
  }

  /** The attributes of Debezium's bean that are bridged. */
  public interface StreamingMBean {
    int getQueueTotalCapacity();

    int getQueueRemainingCapacity();

    long getMaxQueueSizeInBytes();

    long getCurrentQueueSizeInBytes();

    long getNumberOfEventsFiltered();
  }

  /** An engine whose queue is a quarter full. */
  public static final class Streaming implements StreamingMBean {

    private long bytes;

    @Override
    public int getQueueTotalCapacity() {
      return 100;
    }

    @Override
    public int getQueueRemainingCapacity() {
      return 75;
    }

    @Override
    public long getMaxQueueSizeInBytes() {
      return 1_000;
    }

    @Override
    public long getCurrentQueueSizeInBytes() {
      return bytes;
    }

    @Override
    public long getNumberOfEventsFiltered() {
      return 7;
    }
  }
}
