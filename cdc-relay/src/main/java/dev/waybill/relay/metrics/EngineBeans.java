package dev.waybill.relay.metrics;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * What Debezium tells about its stream through JMX. Its beans come and go with each engine: without
 * one everything is zero.
 */
final class EngineBeans {

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName streaming;

  /**
   * @param engine the engine's topic prefix, which names its beans
   */
  EngineBeans(String engine) {
    try {
      streaming =
          new ObjectName(
              "debezium.postgres:type=connector-metrics,context=streaming,server=" + engine);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(engine, e);
    }
  }

  /** How full its queue is, from 0 to 1. */
  double queueFill() {
    double rows = number("QueueTotalCapacity");
    double bytes = number("MaxQueueSizeInBytes");
    double byRows = rows > 0 ? 1 - number("QueueRemainingCapacity") / rows : 0;
    double byBytes = bytes > 0 ? number("CurrentQueueSizeInBytes") / bytes : 0;
    return Math.min(1, Math.max(0, Math.max(byRows, byBytes)));
  }

  /** How many changes it left out. */
  double filtered() {
    return number("NumberOfEventsFiltered");
  }

  private double number(String attribute) {
    try {
      return server.getAttribute(streaming, attribute) instanceof Number value
          ? value.doubleValue()
          : 0;
    } catch (JMException e) {
      return 0;
    }
  }
}
