package dev.waybill.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.OutboxDatabase;
import dev.waybill.local.postgres.LocalPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RelayStatusIT {

  private static LocalPostgres postgres;

  private OutboxDatabase database;
  private Cli cli;

  @BeforeAll
  static void start() {
    postgres = LocalPostgres.builder().durable(false).start();
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @BeforeEach
  void install() {
    database = OutboxDatabase.migrated(postgres);
    database.installRelay();
    cli = database.cli();
  }

  @AfterEach
  void remove() {
    database.dropSlot();
  }

  @Test
  void tellsInFewLinesThatNothingIsTheMatter() {
    Cli.Run run = cli.run("relay", "status");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("lease  host-1 until 20", "publishes since 20")
        .contains("slot   " + database.slot() + " there, nobody streams from it, wal_status res")
        .contains(
            "No process has said that it lives.",
            "No handler waits.",
            "Nothing is parked.",
            "Nothing is ordered.",
            "Nothing was done beside streaming.");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void showsLanesParkedMessagesAndActions() {
    makeTrouble();

    assertThat(cli.run("relay", "status").out())
        .containsPattern("calendar +behind +- +1 +to be made good")
        .containsPattern("dashboard +blocked +20\\S+ +2 +topic waybill.dashboard does not exist")
        .doesNotContain("timeline +b")
        .containsPattern("timeline +dead-letter +too-large +1 +1 h 0 min")
        .containsPattern("timeline +waiting +behind +2 +30 min \\d+ s")
        .containsPattern("1 +pause +- +running +20\\S+ +platform/anna +an upgrade of Kafka")
        .containsPattern("20\\S+ +relay +host-1 +recover +begun +slot was gone");
  }

  @Test
  void showsWhichProcessesLive() {
    for (String process :
        List.of("host-1, streaming, 5", "host-2, standby: host-1 streams, 7200")) {
      String[] parts = process.split(", ");
      database
          .as("waybill_relay")
          .sql(
              """
              INSERT INTO outbox.relay_process (relay, process, status, beaten_at)
              VALUES ('main', ?, ?, now() - make_interval(secs => ?))
              """)
          .param(parts[0])
          .param(parts[1])
          .param(Integer.parseInt(parts[2]))
          .update();
    }

    assertThat(cli.run("relay", "status").out())
        .containsPattern(
            "host-1 +\\d+ s ago +streaming\\n *host-2 +2 h 0 min ago +gone, was standby: host-1");
    assertThat(cli.run("relay", "status", "-o", "json").json().path("processes")).hasSize(2);
  }

  @Test
  void writesTheSameAsJson() {
    makeTrouble();

    JsonNode status = cli.run("relay", "status", "-o", "json").json();

    assertThat(status.path("relay").asString()).isEqualTo("main");
    assertThat(status.path("caughtUp").asBoolean()).isTrue();
    assertThat(status.path("lease").path("held").asBoolean()).isTrue();
    assertThat(status.path("lease").path("fencingValue").asString()).isEqualTo("1");
    assertThat(status.path("slot").path("exists").asBoolean()).isTrue();
    assertThat(status.path("slot").path("active").asBoolean()).isFalse();
    assertThat(status.path("slot").path("retainedBytes").asString()).matches("[0-9]+");
    assertThat(status.path("lanes")).hasSize(2);
    JsonNode dashboard = status.path("lanes").get(1);
    assertThat(dashboard.path("blocked").asBoolean()).isTrue();
    assertThat(dashboard.path("batchesBehind").asLong()).isEqualTo(2);
    JsonNode dead = status.path("parked").get(0);
    assertThat(dead.path("state").asString()).isEqualTo("dead-letter");
    assertThat(dead.path("oldestAgeSeconds").asDouble()).isBetween(3600.0, 3700.0);
    assertThat(status.path("parked").get(1).path("messages").asLong()).isEqualTo(2);
    assertThat(status.path("orders").get(0).path("kind").asString()).isEqualTo("pause");
    assertThat(status.path("actions").get(0).path("reason").asString()).isEqualTo("slot was gone");
  }

  @Test
  void knowsNothingOfARelayThatNeverRan() {
    Cli.Run run = cli.run("relay", "status", "--relay", "other");

    assertThat(run.exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(run.err()).contains("No relay of the name other ever ran here.");
    assertThat(OutboxDatabase.empty(postgres).cli().run("relay", "status").exitCode())
        .isEqualTo(ExitCode.NOTHING_FOUND.code());
  }

  private void makeTrouble() {
    relay(
        """
        INSERT INTO outbox.relay_order (relay, kind, state, ordered_by, reason, since_batch)
        VALUES ('main', 'pause', 'running', 'platform/anna', 'an upgrade of Kafka', 0)
        """);
    relay(
        """
        INSERT INTO outbox.dispatch_batch (relay, batch, fencing_value, system_identifier,
          subscription_revision, scope, left_out, seqs, message_count, parked, unparked)
        VALUES
          ('main', 1, 1, '1', 1, 'all', '{dashboard,timeline}', '{[1,2)}', 1, '[]', '[]'),
          ('main', 2, 1, '1', 1, 'all', '{calendar,dashboard}', '{[2,3)}', 1, '[]', '[]')
        """);
    relay(
        """
        INSERT INTO outbox.relay_lane (relay, handler, good_through, behind, blocked_since, reason)
        VALUES
          ('main', 'calendar', 1, true, NULL, NULL),
          ('main', 'dashboard', 0, true, now(), 'topic waybill.dashboard does not exist'),
          ('main', 'timeline', 2, false, NULL, NULL)
        """);
    relay(
        """
        INSERT INTO outbox.parked_delivery (
          relay, handler, message_id, seq, batch, hold_key, tenant_id, parked_at, state,
          next_attempt_at, error_code)
        SELECT 'main', 'timeline', gen_random_uuid(), n, 1, 'parcel:1', 'acme',
               now() - make_interval(mins => ago), state, now(), code
        FROM (VALUES
          (1, 60, 'dead-letter', 'too-large'), (2, 30, 'waiting', 'behind'),
          (3, 20, 'waiting', 'behind')) AS v (n, ago, state, code)
        """);
    relay(
        """
        INSERT INTO outbox.relay_action (relay, actor, roles, source, action, reason, outcome)
        VALUES ('main', 'host-1', 'relay', 'relay', 'recover', 'slot was gone', 'begun')
        """);
  }

  private void relay(String sql) {
    database.as("waybill_relay").sql(sql).update();
  }
}
