package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.network.Ports;
import dev.waybill.local.network.TcpProxy;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.StopMode;
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

      postgres.restart(StopMode.FAST);
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
    }
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

  /** What waits by itself waits through an outage, which is nobody's failure but the server's. */
  @Test
  void countsNoAttemptWhileKafkaIsAway() {
    RelayTestbed testbed = RelayTestbed.create(postgres, kafka);
    testbed.subscribe("timeline", "dashboard");
    testbed.createTopic(testbed.topic("timeline"), 3);
    testbed.createTopic(testbed.topic("dashboard"), 3);
    testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "300000");
    Map<String, String> oneFailure =
        Map.of(
            "waybill.relay.parking.poll-interval", "100ms",
            "waybill.relay.parking.first-pause", "60s",
            "waybill.relay.parking.longest-pause", "60s");
    Load load = new Load(testbed);
    try (InProcessRelay relay = InProcessRelay.start(testbed, oneFailure)) {
      relay.awaitStreaming();
      load.copyLarge("parcel:1", 1, 400_000);
      await().atMost(Duration.ofSeconds(60)).until(() -> attempts(testbed) == 1);
      testbed.configureTopic(testbed.topic("dashboard"), "max.message.bytes", "3000000");
      // Arrives once the relay has heard of the new limit.
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                load.copyLarge("parcel:" + load.size(), 1, 400_000);
                return load.received("dashboard") > 0;
              });
      kafka.stop();
      tryAgainNow(testbed);
      relay.awaitNotReady("was not published");
      await().atMost(Duration.ofSeconds(60)).until(() -> attempts(testbed) == 1);
      kafka.start();
      awaitEverything(load);
    }
  }

  /** What was tried once is due again now. */
  private static void tryAgainNow(RelayTestbed testbed) {
    testbed
        .asSuperuser()
        .sql(
            """
            UPDATE outbox.parked_delivery SET next_attempt_at = clock_timestamp()
            WHERE state IN ('pending', 'waiting') AND attempt = 1
            """)
        .update();
  }

  private static int attempts(RelayTestbed testbed) {
    return testbed
        .as("waybill_relay")
        .sql("SELECT coalesce(max(attempt), 0) FROM outbox.parked_delivery")
        .query(Integer.class)
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
        .atMost(Duration.ofSeconds(90))
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(load.received("timeline", "dashboard"))
                    .isGreaterThanOrEqualTo(2L * load.size()));
    assertThat(load.history("timeline", "dashboard").clean()).isTrue();
  }
}
