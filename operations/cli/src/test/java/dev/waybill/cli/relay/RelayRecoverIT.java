package dev.waybill.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.OutboxDatabase;
import dev.waybill.local.postgres.LocalPostgres;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RelayRecoverIT {

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

  /** The relay's tables, as a relay leaves them whose slot somebody dropped. */
  @BeforeEach
  void installARelayAndDropItsSlot() {
    database = OutboxDatabase.migrated(postgres);
    database.installRelay();
    database.dropSlot();
    cli = database.cli();
    sql(
        """
        UPDATE outbox.relay_installation
        SET address = 'db:5432/activity', timeline = 1, verified_seq = 3
        """);
    sql("UPDATE outbox.relay_lease SET processing_started_at = NULL");
  }

  @Test
  void showsThePlanAndDoesNothingUntilItIsTold() {
    stage(1, 8);
    cover(1, 3);
    cover(5, 5);

    Cli.Run run = cli.run("relay", "recover");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("Relay main in jdbc:postgresql://", "as waybill_relay")
        .contains("at db:5432/activity on timeline 1; this server is on timeline 1")
        .contains("slot       " + database.slot() + " is missing")
        .contains("waiting    4 rows that no batch covers, the oldest staged at 20")
        .contains("- mark that rows must be published from the table")
        .contains("a copy of a database comes without slots");
    assertThat(run.err()).contains("Nothing was done. To recover: --execute --reason");
    assertThat(caughtUp()).isTrue();
    assertThat(actions()).isEmpty();
  }

  @Test
  void marksAndRecordsWhoSaidSoAndWhy() {
    Cli.Run run = recover("--actor", "alice");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(caughtUp()).isFalse();
    assertThat(actions())
        .singleElement()
        .satisfies(
            action ->
                assertThat(action)
                    .containsEntry("actor", "alice")
                    .containsEntry("roles", "waybill_relay")
                    .containsEntry("source", "cli")
                    .containsEntry("action", "recover")
                    .containsEntry("reason", "slot was dropped")
                    .containsEntry("outcome", "requested"));

    Cli.Run again = recover();
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("asked for already");
    assertThat(actions()).hasSize(1);
  }

  @Test
  void namesTheUserOfTheMachineWhenNobodyIsNamed() {
    recover();

    assertThat(actions())
        .singleElement()
        .satisfies(
            action -> assertThat(action).containsEntry("actor", System.getProperty("user.name")));
  }

  @Test
  void refusesARelayThatStreamsWell() throws Exception {
    sql("UPDATE outbox.relay_lease SET processing_started_at = now()");
    CompletableFuture<Void> slot;
    try (Connection writer = database.source("waybill_writer").getConnection()) {
      // A slot is active from the beginning of its making, which waits for this transaction.
      writer.setAutoCommit(false);
      writer.createStatement().execute("SELECT pg_current_xact_id()");
      slot = CompletableFuture.runAsync(this::createSlot);
      await().until(this::slotIsActive);

      Cli.Run run = recover();

      assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
      assertThat(run.err()).contains("Refused: it streams well: host-1 holds the lease");
      assertThat(cli.run("relay", "recover", "-o", "json").json().path("refused").asString())
          .contains("streams well");
    }
    assertThat(caughtUp()).isTrue();
    assertThat(actions()).isEmpty();
    slot.get(30, TimeUnit.SECONDS);

    assertThat(cli.run("relay", "recover", "-o", "json").json().path("steps"))
        .as("nobody reads the slot any more")
        .hasSize(1);
    database.dropSlot();
  }

  private boolean slotIsActive() {
    return database
        .as("waybill_relay")
        .sql("SELECT count(*) = 1 FROM pg_replication_slots WHERE slot_name = ? AND active")
        .param(database.slot())
        .query(Boolean.class)
        .single();
  }

  @Test
  void knowsNothingOfARelayThatWasNeverInstalled() {
    Cli.Run run = cli.run("relay", "recover", "--relay", "other");

    assertThat(run.exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(run.err()).contains("no relay of the name other was ever installed");

    Cli empty = OutboxDatabase.empty(postgres).cli();
    assertThat(empty.run("relay", "recover").exitCode()).isEqualTo(ExitCode.NOTHING_FOUND.code());
  }

  @Test
  void refusesADatabaseThatIsAnotherOne() {
    sql("UPDATE outbox.relay_installation SET system_identifier = '7/7'");

    Cli.Run run = recover();

    assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(run.err()).contains("Refused: it was installed in the database 7/7, this is ");
    assertThat(caughtUp()).isTrue();
    assertThat(actions()).isEmpty();
  }

  @Test
  void changesNothingWhenItMayNotRecordWhy() {
    database.asSuperuser().sql("REVOKE INSERT ON outbox.relay_action FROM waybill_relay").update();

    Cli.Run run = recover();

    assertThat(run.exitCode()).isEqualTo(ExitCode.DENIED.code());
    assertThat(caughtUp()).as("marker and record are one transaction").isTrue();
  }

  @Test
  void writesThePlanAsJson() {
    stage(1, 2);

    JsonNode plan = cli.run("relay", "recover", "-o", "json").json();

    assertThat(plan.path("relay").asString()).isEqualTo("main");
    assertThat(plan.path("installed").path("address").asString()).isEqualTo("db:5432/activity");
    assertThat(plan.path("installed").path("caughtUp").asBoolean()).isTrue();
    assertThat(plan.path("slot").path("exists").asBoolean()).isFalse();
    assertThat(plan.path("waiting").path("rows").asLong()).isZero();
    assertThat(plan.path("steps").get(0).asString()).isEqualTo("mark");
    assertThat(plan.path("warning").asString()).contains("copy");
    assertThat(plan.path("refused").isNull()).isTrue();
    assertThat(plan.path("executed").asBoolean()).isFalse();
  }

  @Test
  void asksOnATerminalAndTakesNoForAnAnswer() {
    String[] words = {"relay", "recover", "--execute", "--reason", "test"};

    Cli.Run no = cli.answering("n").run(words);
    assertThat(no.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(no.err()).contains("Recover relay main so?", "Not confirmed: nothing was done.");
    assertThat(caughtUp()).isTrue();

    assertThat(cli.answering("y").run(words).exitCode()).isZero();
    assertThat(caughtUp()).isFalse();
  }

  private Cli.Run recover(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("relay", "recover", "--execute", "--yes", "--reason", "slot was dropped"));
    words.addAll(List.of(more));
    return cli.run(words.toArray(String[]::new));
  }

  private void stage(int from, int through) {
    for (int seq = from; seq <= through; seq++) {
      database
          .asSuperuser()
          .sql(
              """
              INSERT INTO outbox.message (
                seq, message_id, kind, event_record, type, schema_version, tenant_id, visibility,
                aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at,
                staged_at, payload, envelope)
              VALUES (
                :seq, gen_random_uuid(), 'integration-event', 'EV-1', 'parcel.sent', 1, 'acme',
                'public', 'parcel', '1', 1, 'parcel:1', now(), now(), '{}', '{}')
              """)
          .param("seq", seq)
          .update();
    }
  }

  private void cover(int from, int through) {
    database
        .as("waybill_relay")
        .sql(
            """
            INSERT INTO outbox.dispatch_batch (relay, batch, fencing_value, system_identifier,
              subscription_revision, scope, left_out, seqs, message_count, parked, unparked)
            VALUES ('main', :batch, 1, '1', 1, 'all', '{}',
              int8multirange(int8range(:from, :through, '[]')), 1, '[]', '[]')
            """)
        .param("batch", from)
        .param("from", from)
        .param("through", through)
        .update();
  }

  private void createSlot() {
    database
        .as("waybill_relay")
        .sql("SELECT slot_name FROM pg_create_logical_replication_slot(?, 'pgoutput')")
        .param(database.slot())
        .query(String.class)
        .single();
  }

  private boolean caughtUp() {
    return database
        .as("waybill_relay")
        .sql("SELECT caught_up_at IS NOT NULL FROM outbox.relay_installation")
        .query(Boolean.class)
        .single();
  }

  private List<Map<String, Object>> actions() {
    return database
        .as("waybill_relay")
        .sql("SELECT * FROM outbox.relay_action")
        .query()
        .listOfRows();
  }

  private void sql(String statement) {
    database.as("waybill_migrator").sql(statement).update();
  }
}
