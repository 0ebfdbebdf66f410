package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.network.Ports;
import dev.waybill.local.network.TcpProxy;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.StopMode;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Servers of the class's own, since it stops and starves them: one test at a time. */
@Execution(ExecutionMode.SAME_THREAD)
class RelayOutageIT {

  /** How long PostgreSQL is away: ten minutes by command, little in the build. */
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("waybill.relay.outage-seconds", 3));

  private static final Duration RECOVERY = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

  private static LocalPostgres postgres;
  private static LocalKafka kafka;
  private static TcpProxy kafkaLink;

  @BeforeAll
  static void startServers() {
    postgres = LocalPostgres.builder().durable(true).setting("wal_sender_timeout", "6s").start();
    int kafkaPort = Ports.free();
    kafkaLink = TcpProxy.to("127.0.0.1", kafkaPort);
    kafka = LocalKafka.builder().port(kafkaPort).advertisedPort(kafkaLink.port()).start();
  }

  @AfterAll
  static void stopServers() {
    kafka.close();
    kafkaLink.close();
    postgres.close();
  }

  @Test
  void recoversByItselfFromEveryRestart() {
    RelayTestbed testbed = RelayTestbed.create(postgres, kafka);
    testbed.subscribe("timeline", "dashboard");
    Load load = new Load(testbed);
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 5);
      awaitEverything(load);

      postgres.stop(StopMode.FAST);
      await()
          .during(OUTAGE)
          .atMost(OUTAGE.plusSeconds(60))
          .until(() -> relay.status() instanceof RelayStatus.NotReady);
      postgres.start();
      load.commit("parcel:1", 5);
      awaitEverything(load);

      postgres.restart(StopMode.IMMEDIATE);
      load.commit("parcel:1", 5);
      awaitEverything(load);

      testbed
          .asSuperuser()
          .sql("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots")
          .query((row, index) -> true)
          .list();
      load.commit("parcel:1", 5);
      awaitEverything(load);

      kafka.stop();
      load.commit("parcel:1", 5);
      relay.awaitNotReady("Kafka");
      kafka.start();
      awaitEverything(load);

      load.commit("parcel:1", 5);
      postgres.stop(StopMode.FAST);
      try {
        relay.awaitNotReady("");
        assertThatItStopsInTime(relay);
      } finally {
        postgres.start();
      }
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      awaitEverything(load);
    }
  }

  private static void assertThatItStopsInTime(InProcessRelay relay) {
    long begun = System.nanoTime();
    relay.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(STOP_LIMIT);
  }

  @Test
  void waitsForAKafkaThatIsDownAtTheStart() {
    RelayTestbed testbed = RelayTestbed.create(postgres, kafka);
    testbed.subscribe("timeline", "dashboard");
    Load load = new Load(testbed);
    load.commit("parcel:1", 3);
    kafka.stop();
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      assertThat(relay.awaitNotReady("Kafka at").remedy()).contains("waiting for it");
      kafka.start();
      awaitEverything(load);
    }
  }

  @Test
  void confirmsNothingAndHoldsNoTransactionWhileKafkaDoesNotAcknowledge() {
    RelayTestbed testbed = RelayTestbed.create(postgres, kafka);
    testbed.subscribe("timeline", "dashboard");
    Load load = new Load(testbed);
    Map<String, String> throughLink =
        Map.of(
            "waybill.relay.kafka.bootstrap-servers",
            "127.0.0.1:" + kafkaLink.port(),
            "waybill.relay.stream.stall-timeout",
            "20s");
    try (InProcessRelay relay = InProcessRelay.start(testbed, throughLink)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 5);
      awaitEverything(load);
      kafkaLink.blackHole();
      String before = testbed.currentLsn();
      load.commit("parcel:1", 100);
      // The batch is on its way for as long as the delivery timeout.
      await()
          .during(Duration.ofSeconds(3))
          .atMost(Duration.ofSeconds(60))
          .until(() -> openTransactions(testbed) == 0);
      relay.awaitNotReady("Kafka");
      assertThat(testbed.confirmedAfter(before)).isFalse();
      kafkaLink.heal();
      awaitEverything(load);
    }
  }

  /**
   * What waits by itself waits through an outage, which is nobody's failure but the server's; and
   * also when the relay is stopped while it is on its way.
   */
  @Test
  void countsNoAttemptWhileKafkaIsAwayAndGivesBackWhatItSendsWhenItStops() {
    RelayTestbed testbed = RelayTestbed.create(postgres, kafka);
    testbed.subscribe("timeline", "dashboard");
    testbed.createTopic(testbed.topic("timeline"), 3);
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "300000");
    Map<String, String> oneFailure =
        Map.of(
            "waybill.relay.parking.poll-interval", "100ms",
            "waybill.relay.parking.first-pause", "10m",
            "waybill.relay.parking.longest-pause", "10m",
            "waybill.relay.shutdown-timeout", "6s");
    Load load = new Load(testbed);
    try (InProcessRelay relay = InProcessRelay.start(testbed, oneFailure)) {
      relay.awaitStreaming();
      load.copyLarge("parcel:1", 1, 400_000);
      load.copyLarge("parcel:2", 1, 400_000);
      await().atMost(Duration.ofSeconds(60)).until(() -> attempts(testbed).equals("1 1"));
    }
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
    try (InProcessRelay relay = InProcessRelay.start(testbed, oneFailure)) {
      relay.awaitStreaming();
      kafka.stop();
      try {
        tryAgainNow(testbed, "parcel:1");
        // No claim's transaction is open while what was claimed is on its way.
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> {
                  assertThat(longTransactions(testbed)).isZero();
                  return relay.status() instanceof RelayStatus.NotReady notReady
                      && notReady.reason().contains("was not published");
                });
        await().atMost(Duration.ofSeconds(60)).until(() -> attempts(testbed).equals("1 1"));
      } finally {
        kafka.start();
      }
      await()
          .atMost(RECOVERY)
          .ignoreExceptions()
          .until(() -> load.received("timeline", "dashboard") == 3);
      kafkaLink.blackHole();
      try {
        tryAgainNow(testbed, "parcel:2");
        await().atMost(Duration.ofSeconds(60)).until(() -> claimed(testbed) == 1);
        assertThatItStopsInTime(relay);
        assertThat(claimed(testbed)).isZero();
        assertThat(attempts(testbed)).isEqualTo("2 1");
      } finally {
        kafkaLink.heal();
      }
    }
    try (InProcessRelay relay = InProcessRelay.start(testbed, oneFailure)) {
      relay.awaitStreaming();
      awaitEverything(load);
    }
  }

  /** Transactions in which the relay has done nothing for longer than any statement takes. */
  private static long longTransactions(RelayTestbed testbed) {
    return testbed
        .asSuperuser()
        .sql(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE application_name = 'waybill-relay' AND state LIKE 'idle in transaction%'
              AND state_change < clock_timestamp() - interval '2 seconds'
            """)
        .query(Long.class)
        .single();
  }

  /** Parked messages that somebody holds a claim of. */
  private static long claimed(RelayTestbed testbed) {
    return testbed
        .as("waybill_relay")
        .sql("SELECT count(*) FROM outbox.parked_delivery WHERE state = 'processing'")
        .query(Long.class)
        .single();
  }

  /** What is parked of a key is due now. */
  private static void tryAgainNow(RelayTestbed testbed, String key) {
    testbed
        .asSuperuser()
        .sql(
            """
            UPDATE outbox.parked_delivery SET next_attempt_at = clock_timestamp()
            WHERE state IN ('pending', 'waiting') AND hold_key = :key
            """)
        .param("key", key)
        .update();
  }

  /** How often each parked message was tried, by its key. */
  private static String attempts(RelayTestbed testbed) {
    return testbed
        .as("waybill_relay")
        .sql(
            "SELECT coalesce(string_agg(attempt::text, ' ' ORDER BY hold_key), '')"
                + " FROM outbox.parked_delivery")
        .query(String.class)
        .single();
  }

  /** It reads ahead no more than it may, so the server cannot hand over the rest meanwhile. */
  @Test
  void keepsItsStreamThroughALargeTransactionWhileKafkaPausesForLongerThanPostgresWaits() {
    RelayTestbed testbed = RelayTestbed.create(postgres, kafka);
    testbed.subscribe("timeline", "dashboard");
    Load load = new Load(testbed);
    Map<String, String> throughLink =
        Map.of(
            "waybill.relay.kafka.bootstrap-servers",
            "127.0.0.1:" + kafkaLink.port(),
            "waybill.relay.stream.queue-bytes",
            "1048576");
    try (InProcessRelay relay = InProcessRelay.start(testbed, throughLink)) {
      relay.awaitStreaming();
      load.commit("parcel:1", 5);
      awaitEverything(load);
      long session = testbed.fencingValue();
      int reader = reader(testbed);
      load.copyLarge("parcel:1", 10_000, 4_096);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> load.received("timeline", "dashboard") > 1_000);
      kafkaLink.blackHole();
      await()
          .during(Duration.ofSeconds(8))
          .atMost(Duration.ofSeconds(60))
          .until(() -> reader(testbed) == reader);
      kafkaLink.heal();
      awaitEverything(load);
      assertThat(testbed.fencingValue()).isEqualTo(session);
      assertThat(reader(testbed)).isEqualTo(reader);
    }
  }

  /** The server process that the slot is read through, 0 for none. */
  private static int reader(RelayTestbed testbed) {
    return testbed
        .asSuperuser()
        .sql("SELECT coalesce(active_pid, 0) FROM pg_replication_slots WHERE slot_name = :slot")
        .param("slot", testbed.slot())
        .query(Integer.class)
        .single();
  }

  /** Transactions that the relay holds open while it does something else. */
  private static long openTransactions(RelayTestbed testbed) {
    return testbed
        .asSuperuser()
        .sql(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE application_name = 'waybill-relay' AND state LIKE 'idle in transaction%'
            """)
        .query(Long.class)
        .single();
  }

  private static void awaitEverything(Load load) {
    await()
        .atMost(RECOVERY)
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(load.received("timeline", "dashboard"))
                    .isGreaterThanOrEqualTo(2L * load.size()));
    assertThat(load.history("timeline", "dashboard").clean()).isTrue();
  }
}
