package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL answers, and refuses: the relay repeats the server's words, names what only a person
 * can change, keeps trying, and streams once it is changed.
 */
class RelayRefusedIT {

  @Test
  void namesTheLoginThatIsRefused() {
    RelayTestbed testbed = subscribed();
    Load load = staged(testbed);
    String role = "changed_password_" + testbed.name();
    Map<String, String> login = testbed.login(role, "REPLICATION PASSWORD 'new'", "old");
    try (InProcessRelay relay = InProcessRelay.start(testbed, login)) {
      assertThat(relay.awaitNotReady("password authentication failed for user").remedy())
          .contains("waybill.relay.database.username");
      testbed.asSuperuser().sql("ALTER ROLE " + role + " PASSWORD 'old'").update();
      awaitEverything(relay, load);
    }
  }

  @Test
  void namesTheDatabaseThatIsNotThere() {
    RelayTestbed testbed = subscribed();
    Map<String, String> elsewhere =
        Map.of("waybill.relay.database.url", testbed.postgres().jdbcUrl("nowhere"));
    try (InProcessRelay relay = InProcessRelay.start(testbed, elsewhere)) {
      assertThat(relay.awaitNotReady("database \"nowhere\" does not exist").remedy())
          .contains("waybill.relay.database.url");
    }
  }

  /** The schema before the start, a right and a table in the middle of the stream. */
  @Test
  void waitsForTheRightsAndTheTablesThatWereTakenAway() {
    RelayTestbed testbed = subscribed();
    Load load = staged(testbed);
    superuser(testbed, "ALTER SCHEMA outbox RENAME TO elsewhere");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      assertThat(relay.awaitNotReady("no table outbox.message").remedy())
          .contains("waybill.outbox.schema=migrate");
      superuser(testbed, "ALTER SCHEMA elsewhere RENAME TO outbox");
      awaitEverything(relay, load);

      superuser(testbed, "REVOKE INSERT ON outbox.dispatch_batch FROM waybill_relay");
      load.commit("parcel:1", 1);
      RelayStatus.NotReady refused =
          relay.awaitNotReady("permission denied for table dispatch_batch");
      assertThat(refused.remedy()).contains("grant the relay's role");
      superuser(testbed, "GRANT INSERT ON outbox.dispatch_batch TO waybill_relay");
      awaitEverything(relay, load);

      superuser(testbed, "ALTER TABLE outbox.dispatch_batch RENAME TO elsewhere");
      load.commit("parcel:1", 1);
      assertThat(relay.awaitNotReady("outbox.dispatch_batch\" does not exist").remedy())
          .contains("waybill.relay.schema=migrate");
      superuser(testbed, "ALTER TABLE outbox.elsewhere RENAME TO dispatch_batch");
      awaitEverything(relay, load);
    }
  }

  @Test
  void namesTheServerThatDoesNotDecodeItsLog() {
    try (LocalPostgres postgres =
        LocalPostgres.builder().durable(false).setting("wal_level", "replica").start()) {
      RelayTestbed testbed = RelayTestbed.create(postgres);
      testbed.subscribe("timeline");
      staged(testbed);
      try (InProcessRelay relay = InProcessRelay.start(testbed)) {
        assertThat(relay.awaitNotReady("wal_level is replica").remedy())
            .contains("ALTER SYSTEM SET wal_level = 'logical'");
      }
    }
  }

  private static RelayTestbed subscribed() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    return testbed;
  }

  private static Load staged(RelayTestbed testbed) {
    Load load = new Load(testbed);
    load.commit("parcel:1", 2);
    return load;
  }

  private static void superuser(RelayTestbed testbed, String sql) {
    testbed.asSuperuser().sql(sql).update();
  }

  private static void awaitEverything(InProcessRelay relay, Load load) {
    relay.awaitStreaming();
    await().atMost(Duration.ofSeconds(60)).until(() -> load.received("timeline") >= load.size());
    assertThat(load.history("timeline").clean()).isTrue();
  }
}
