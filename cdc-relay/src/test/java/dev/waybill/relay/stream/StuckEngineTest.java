package dev.waybill.relay.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.dispatch.RelayParts;
import dev.waybill.relay.dispatch.RelaySupervisor;
import dev.waybill.relay.install.DatabaseCheck;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.LaneBoard;
import dev.waybill.relay.status.Progress;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.stream.WalStream.EngineStuckException;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What only the end of the process can clear ends the process, and is not waited for. */
class StuckEngineTest {

  private static final Duration LIMIT = Duration.ofMillis(100);

  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger exits = new AtomicInteger();
  private final StatusBoard status = new StatusBoard(System::nanoTime);
  private volatile @Nullable Thread engine;

  @AfterEach
  void letGo() {
    over.set(true);
    Thread thread = engine;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  @Test
  void isWaitedForNoLongerThanTheLimit() {
    WalStream stream = new WalStream(created -> new Stuck(), "main", LIMIT);
    stream.start();
    long begun = System.nanoTime();

    assertThatThrownBy(stream::close)
        .isInstanceOf(EngineStuckException.class)
        .hasMessageContaining("did not stop within " + LIMIT);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void endsTheProcess() {
    supervise(new EngineStuckException("the engine did not stop", ""));

    await().untilAsserted(() -> assertThat(exits).hasValue(1));
    await().untilAsserted(() -> assertThat(status.status()).isEqualTo(new RelayStatus.Stopped()));
  }

  /** A process that answers for a relay that is gone would look healthy. */
  @Test
  void anErrorEndsTheProcessAsWell() {
    supervise(new OutOfMemoryError("not really"));

    await().untilAsserted(() -> assertThat(exits).hasValue(1));
  }

  /** Runs sessions of which the first thing that is asked of the database fails. */
  @SuppressWarnings("NullAway") // what a session that fails at its beginning never touches
  private void supervise(Throwable failure) {
    JdbcClient jdbc =
        (JdbcClient)
            Proxy.newProxyInstance(
                JdbcClient.class.getClassLoader(),
                new Class<?>[] {JdbcClient.class},
                (proxy, method, arguments) -> {
                  throw failure;
                });
    RelayProperties relay =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of(
                        "waybill.relay.database.url", "jdbc:postgresql://localhost/none",
                        "waybill.relay.database.username", "nobody",
                        "waybill.relay.kafka.bootstrap-servers", "localhost:1")))
            .bind("waybill.relay", RelayProperties.class)
            .get();
    RelayParts parts =
        new RelayParts(
            relay,
            new RelayParts.DatabaseParts(
                jdbc,
                new RelayParts.Preconditions(new DatabaseCheck(relay, jdbc), null, null, null),
                null,
                null,
                null,
                null),
            null);
    RelayParts.Boards boards =
        new RelayParts.Boards(status, new LaneBoard(), new Progress(), piece -> null);
    new RelaySupervisor(parts, boards, "test", exits::incrementAndGet).start();
  }

  /** Ends when the test does, whatever it is told. */
  private final class Stuck implements DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> {

    @Override
    public void run() {
      engine = Thread.currentThread();
      while (!over.get()) {
        LockSupport.park(over);
      }
    }

    @Override
    public void close() {}
  }
}
