package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.relay.health.RelayHealthIndicator;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.wal.WalGuard;
import dev.waybill.relay.wal.WalVerdict;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.postgresql.PGConnection;
import org.springframework.boot.health.contributor.Status;

/**
 * What the slot keeps, and for whom. A server of the class's own, one test at a time: any open
 * transaction on a server holds what all its slots keep.
 */
@Execution(ExecutionMode.SAME_THREAD)
class RelayWalIT {

  private static LocalPostgres postgres;

  @BeforeAll
  static void startServer() {
    postgres = LocalPostgres.builder().durable(false).setting("wal_sender_timeout", "6s").start();
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  @Test
  void movesTheSlotWhileTheOutboxIsIdleAndWritesNoLedger() {
    RelayTestbed testbed = RelayTestbed.create(postgres);
    testbed.subscribe("timeline");
    Load load = new Load(testbed);
    load.commit("parcel:1", 1);
    testbed.asSuperuser().sql("CREATE TABLE noise (words text)").update();
    long batches;
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitArrival(load);
      batches = batches(testbed);
      assertThatTheLogIsLetGo(testbed, 3);
    }
    // Just after a restart nothing but heartbeats comes, which must do.
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      assertThatTheLogIsLetGo(testbed, 3);
      assertThat(batches(testbed)).isEqualTo(batches);
    }
  }

  /**
   * Nothing is staged for longer than each timeout. One relay hardly beats: silent for longer than
   * the server waits for its reader, and than a read of the engine may. The other has short
   * timeouts: stall, lease, transaction, and its clients' connections and metadata.
   */
  @Test
  void aQuietNightIsNoStall() {
    RelayTestbed testbed = RelayTestbed.create(postgres);
    testbed.subscribe("timeline");
    RelayTestbed impatient = RelayTestbed.create(postgres);
    impatient.subscribe("timeline");
    Map<String, String> quiet =
        Map.of(
            "waybill.relay.stream.heartbeat-interval", "13s",
            "waybill.relay.stream.stall-timeout", "39s");
    Map<String, String> shortest =
        Map.of(
            "waybill.relay.stream.heartbeat-interval", "1s",
            "waybill.relay.stream.stall-timeout", "6s",
            "waybill.relay.stream.transaction-timeout", "5s",
            "waybill.relay.lease-duration", "3s",
            "waybill.relay.watch.interval", "500ms",
            "waybill.relay.kafka.properties[connections.max.idle.ms]", "4000",
            "waybill.relay.kafka.properties[metadata.max.age.ms]", "4000",
            "waybill.relay.kafka.properties[metadata.max.idle.ms]", "5000");
    Load load = new Load(impatient);
    try (InProcessRelay relay = InProcessRelay.start(testbed, quiet);
        InProcessRelay other = InProcessRelay.start(impatient, shortest)) {
      relay.awaitStreaming();
      other.awaitStreaming();
      await().atMost(Duration.ofSeconds(60)).until(() -> ready(relay) && ready(other));
      long session = testbed.fencingValue();
      long otherSession = impatient.fencingValue();
      long begun = System.nanoTime();
      long worked = cpuNanos(testbed);
      await()
          .during(Duration.ofSeconds(16))
          .atMost(Duration.ofSeconds(16).plusMillis(500))
          .pollInterval(Duration.ofMillis(200))
          .until(() -> ready(relay) && ready(other));
      assertThat(cpuNanos(testbed) - worked)
          .as("processor time while nothing but a heartbeat comes")
          .isLessThan((System.nanoTime() - begun) / 20);
      load.commit("parcel:1", 1);
      awaitArrival(load);
      assertThat(testbed.fencingValue()).isEqualTo(session);
      assertThat(impatient.fencingValue()).isEqualTo(otherSession);
    }
  }

  private static boolean ready(InProcessRelay relay) {
    return relay
        .context()
        .getBean(RelayHealthIndicator.class)
        .health()
        .getStatus()
        .equals(Status.UP);
  }

  /**
   * The processor time of the threads that are named after this relay: its own and its engine's.
   */
  private static long cpuNanos(RelayTestbed testbed) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Pattern ours = Pattern.compile(testbed.name() + "(\\D|$)");
    long[] ids =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> ours.matcher(thread.getName()).find())
            .mapToLong(Thread::getId)
            .toArray();
    assertThat(ids).hasSizeGreaterThan(2);
    return LongStream.of(ids).map(threads::getThreadCpuTime).filter(time -> time > 0).sum();
  }

  /**
   * As behind a standby that answers late: the log is read before the row can be seen. What reaches
   * the topic then is whole, and is not published again when the row is there.
   */
  @Test
  void publishesAMessageOnceWhoseRowCannotBeSeenYet() {
    RelayTestbed testbed = RelayTestbed.create(postgres);
    testbed.subscribe("timeline");
    // The writer will wait for a standby, the relay for nobody.
    testbed.asSuperuser().sql("ALTER ROLE waybill_relay SET synchronous_commit = off").update();
    Load load = new Load(testbed);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      waitForStandby(testbed, "nobody");
      CompletableFuture<Void> writer;
      try {
        writer = CompletableFuture.runAsync(() -> load.commit("parcel:1", 1));
        await()
            .atMost(Duration.ofSeconds(60))
            .ignoreExceptions()
            .until(() -> load.received("timeline") == 1);
        assertThat(writer).isNotDone();
        assertThat(testbed.states()).as("a read-back finds nothing").isEmpty();
      } finally {
        waitForStandby(testbed, "");
      }
      await().atMost(Duration.ofSeconds(60)).until(writer::isDone);
      writer.join();
      load.commit("parcel:1", 1);
      awaitArrival(load);
      assertThat(load.history("timeline").clean()).isTrue();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(testbed.states().values())
                      .containsExactly("dispatched", "dispatched"));
    }
  }

  private static void waitForStandby(RelayTestbed testbed, String name) {
    testbed
        .asSuperuser()
        .sql("ALTER SYSTEM SET synchronous_standby_names = '" + name + "'")
        .update();
    testbed.asSuperuser().sql("SELECT pg_reload_conf()").query(Boolean.class).single();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                testbed
                    .asSuperuser()
                    .sql("SHOW synchronous_standby_names")
                    .query(String.class)
                    .single()
                    .equals(name));
  }

  /** Writes more than the limit in all, a part of it at a time. */
  private static void assertThatTheLogIsLetGo(RelayTestbed testbed, int rounds) {
    for (int i = 0; i < rounds; i++) {
      noise(testbed, 24);
      String after = testbed.currentLsn();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(testbed.confirmedAfter(after)).isTrue());
      testbed.asSuperuser().sql("CHECKPOINT").update();
      assertThat(retained(testbed)).isLessThan(64 << 20);
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              testbed.asSuperuser().sql("CHECKPOINT").update();
              assertThat(retained(testbed)).isLessThan(32 << 20);
            });
  }

  @Test
  void namesTheTransactionThatHoldsTheLogAndStreamsOn() throws SQLException {
    RelayTestbed testbed = RelayTestbed.create(postgres);
    testbed.subscribe("timeline");
    Load load = new Load(testbed);
    testbed.asSuperuser().sql("CREATE TABLE noise (words text)").update();
    Map<String, String> watching =
        Map.of("waybill.relay.watch.interval", "200ms", "waybill.relay.watch.wal-retained", "32MB");
    try (InProcessRelay relay = InProcessRelay.start(testbed, watching);
        Connection billing = postgres.superuser(testbed.name()).getConnection()) {
      relay.awaitStreaming();
      WalGuard guard = relay.context().getBean(WalGuard.class);
      int pid = begin(billing);
      noise(testbed, 48);
      load.commit("parcel:1", 10);
      awaitArrival(load);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(guard.verdict()).isInstanceOf(WalVerdict.Pinned.class));

      assertThat(health(relay))
          .contains("server process " + pid, "billing", "pg_terminate_backend(" + pid + ")")
          .contains("hidden from the relay's role; GRANT pg_read_all_stats");
      assertThat(gauge(relay, "waybill.relay.wal.pinned")).isEqualTo(1);
      assertThat(gauge(relay, "waybill.relay.wal.retained")).isGreaterThan(32 << 20);
      assertThat(gauge(relay, "waybill.relay.wal.unconfirmed")).isLessThan(16 << 20);
      assertThat(relay.status()).isEqualTo(new RelayStatus.Streaming());

      billing.rollback();
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                testbed.asSuperuser().sql("CHECKPOINT").update();
                assertThat(guard.verdict()).isEqualTo(new WalVerdict.Within());
              });
      assertThat(gauge(relay, "waybill.relay.wal.pinned")).isZero();
    }
  }

  /** Begins a transaction on a table that nobody streams, and says whose it is. */
  private static int begin(Connection billing) throws SQLException {
    billing.setAutoCommit(false);
    try (Statement statement = billing.createStatement()) {
      statement.execute("SET application_name = 'billing'");
      statement.execute("INSERT INTO noise VALUES ('not finished')");
    }
    return billing.unwrap(PGConnection.class).getBackendPID();
  }

  private static void noise(RelayTestbed testbed, int megabytes) {
    testbed
        .asSuperuser()
        .sql("INSERT INTO noise SELECT repeat('x', 1000) FROM generate_series(1, :rows)")
        .param("rows", megabytes * 1_000)
        .update();
  }

  private static long retained(RelayTestbed testbed) {
    return testbed
        .as("waybill_relay")
        .sql(
            """
            SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint
            FROM pg_replication_slots WHERE slot_name = :slot
            """)
        .param("slot", testbed.slot())
        .query(Long.class)
        .single();
  }

  private static String health(InProcessRelay relay) {
    return String.valueOf(
        relay.context().getBean(RelayHealthIndicator.class).health().getDetails());
  }

  private static double gauge(InProcessRelay relay, String name) {
    return relay.context().getBean(MeterRegistry.class).get(name).gauge().value();
  }

  private static long batches(RelayTestbed testbed) {
    return testbed
        .as("waybill_relay")
        .sql("SELECT count(*) FROM outbox.dispatch_batch")
        .query(Long.class)
        .single();
  }

  private static void awaitArrival(Load load) {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(load.received("timeline")).isEqualTo(load.size()));
  }
}
