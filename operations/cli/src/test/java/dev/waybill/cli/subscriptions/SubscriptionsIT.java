package dev.waybill.cli.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.WaybillCommand;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.cli.testbed.AnsweringServer;
import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.OutboxDatabase;
import dev.waybill.cli.testbed.SubscriptionFolder;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.local.postgres.LocalPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;

class SubscriptionsIT {

  private static final Path CHECKOUT = Path.of("../../schemas/subscriptions");

  private static LocalPostgres postgres;

  private Path folder;
  private Path files;
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
  void create(@TempDir Path temporary) throws IOException {
    folder = temporary;
    SubscriptionFolder.write(folder);
    files = folder.resolve("subscriptions");
    database = OutboxDatabase.migrated(postgres);
    cli = database.cli();
  }

  @Test
  void plansTheFilesOfACheckoutAndWritesNothing() {
    String all = "activity-steps,dashboard,notification,timeline";
    Cli.Run run = cli.run("subscriptions", "apply", CHECKOUT.toString(), "--unasked", all);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "No revision is applied yet.", "Plan for revision 1:", "+ dashboard", "+ timeline");
    assertThat(run.err()).contains("Nothing was written. To apply it: --execute");
    assertThat(revisions()).isZero();
  }

  @Test
  void appliesThenShowsThenFindsNothingToDo() {
    Cli.Run applied = apply("register the first handlers");
    assertThat(applied.exitCode()).as(applied.err()).isZero();
    assertThat(applied.err())
        .contains("Written: revision 1, applied ", "register the first handlers");

    Cli.Run shown = cli.run("subscriptions", "show");
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out())
        .contains("by waybill_migrator (", "register the first handlers")
        .contains("HANDLER", "timeline  views", "waybill.timeline", "parcel.sent v1");

    Cli.Run again = apply("again");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("nothing to do");
    assertThat(revisions()).isEqualTo(1);
  }

  @Test
  void writesJsonForScripts() throws IOException {
    apply("first");
    change("versions: [1]}", "versions: [1]}\nclearance: personal");

    Cli.Run plan = cli.run("subscriptions", "apply", files.toString(), "-o", "json");
    assertThat(plan.exitCode()).isZero();
    assertThat(plan.json().path("appliedRevision").asString()).isEqualTo("1");
    assertThat(plan.json().path("nextRevision").asString()).isEqualTo("2");
    assertThat(plan.json().path("executed").asBoolean()).isFalse();
    assertThat(plan.json().at("/changes/0/fields/0/field").asString()).isEqualTo("clearance");

    Cli.Run done = apply("second", "-o", "json");
    assertThat(done.json().path("executed").asBoolean()).isTrue();
    Cli.Run shown = cli.run("subscriptions", "show", "-o", "json");
    assertThat(shown.json().path("revision").asString()).isEqualTo("2");
    assertThat(shown.json().at("/subscriptions/0/clearance").asString()).isEqualTo("personal");
    Cli.Run earlier = cli.run("subscriptions", "show", "--revision", "1", "-o", "json");
    assertThat(earlier.json().path("reason").asString())
        .isEqualTo("first [stated to read its file: timeline]");
  }

  @Test
  void refusesAChangeThatCouldReorderUntilItIsStatedAsDrained() throws IOException {
    apply("first");
    change("owner: views", "owner: views\npartitions: 6");

    Cli.Run refused = apply("more partitions");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(refused.out()).contains("refusal timeline:", "--drained timeline");
    assertThat(revisions()).isEqualTo(1);

    Cli.Run drained = apply("more partitions", "--drained", "timeline");
    assertThat(drained.exitCode()).as(drained.err()).isZero();
    assertThat(cli.run("subscriptions", "show").out())
        .contains("more partitions [stated as drained: timeline]");
    assertThat(apply("x", "--drained", "nobody").exitCode()).isEqualTo(ExitCode.USAGE.code());
  }

  /** Readers, subscriptions, writers; and back: writers, what is underway, subscriptions. */
  @Test
  void rollsASecondVersionOutAndBack() throws IOException {
    for (String kind : List.of("schema", "example")) {
      Path first = folder.resolve("events/parcel.sent/v1." + kind + ".json");
      Files.copy(first, first.resolveSibling("v2." + kind + ".json"));
    }
    String old = instance("old", "\"parcel.sent v1\"");
    String both = "\"parcel.sent v1\", \"parcel.sent v2\"";
    assertThat(rollOut(handlers("\"parcel.sent v1\"", old)).exitCode()).isZero();
    assertThat(staged(1)).isTrue();
    assertThat(staged(2)).as("nobody reads it yet").isFalse();

    change("versions: [1]", "versions: [1, 2]");
    assertRefused(
        rollOut(handlers(both, old, instance("new", both))),
        "instance old",
        "does not read parcel.sent v2");
    assertRefused(rollOut(), "was not asked", "does not answer", "--unasked timeline");
    assertThat(staged(2)).as("half of the readers read it").isFalse();
    assertThat(rollOut(handlers(both, instance("new", both))).exitCode()).isZero();
    assertThat(staged(2)).isTrue();
    assertThat(staged(1)).as("a writer that is not rolled out yet").isTrue();

    change("versions: [1, 2]", "versions: [1]");
    String readers = handlers(both, instance("new", both));
    assertRefused(rollOut(readers, carried(0)), "still needed: 1 messages not dispatched");
    dispatchAll();
    assertRefused(rollOut(readers, carried(2)), "still needed: 2 unfinished deliveries");
    assertThat(staged(2)).as("the promise holds until it is taken back").isTrue();
    dispatchAll();
    assertThat(rollOut(readers, carried(0)).exitCode()).isZero();
    assertThat(staged(2)).isFalse();
    assertThat(staged(1)).isTrue();
    assertThat(revisions()).isEqualTo(3);
  }

  private static void assertRefused(Cli.Run run, String... words) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(run.out()).contains(words);
  }

  /** Applies the files while the service with the handler answers this, and then no more. */
  private Cli.Run rollOut(String... answers) throws IOException {
    try (AnsweringServer server = AnsweringServer.start()) {
      for (String answer : answers) {
        server.answers().add(new AnsweringServer.Answer(200, answer));
      }
      if (answers.length == 0) {
        server.close();
      }
      return cli.with("WAYBILL_HANDLER_SERVER", server.url())
          .with("WAYBILL_TOKEN", AnsweringServer.TOKEN)
          .run(
              "subscriptions",
              "apply",
              files.toString(),
              "--execute",
              "--yes",
              "--reason",
              "roll out");
    }
  }

  private static String handlers(String reads, String... instances) {
    return "{\"handlers\": [{\"handler\": \"timeline\", \"reads\": [%s], \"instances\": [%s]}]}"
        .formatted(reads, String.join(",", instances));
  }

  private static String instance(String name, String reads) {
    return """
        {"name": "%s", "heartbeatAt": "2026-11-30T00:00:01Z", "live": true, "reads": [%s]}
        """
        .formatted(name, reads);
  }

  private static String carried(int deliveries) {
    return """
        {"handlers": [{"handler": "timeline", "deliveries": "%d", "deadLetters": "0"}]}
        """
        .formatted(deliveries);
  }

  /** Whether a writer may stage a version. */
  private boolean staged(int version) {
    try {
      database
          .as("waybill_writer")
          .sql(
              """
              SELECT outbox.stage('/depot', 'integration-event', 'EV-1', 'parcel.sent', ?, 'acme',
                                  'parcel', '1', 1, '{"id": "1"}')
              """)
          .param(version)
          .query()
          .listOfRows();
      return true;
    } catch (DataAccessException e) {
      assertThat(e)
          .hasMessageContaining("parcel.sent v" + version + " may not be staged")
          .hasMessageContaining("timeline reads v1");
      return false;
    }
  }

  /** As the relay writes it down. */
  private void dispatchAll() {
    database
        .as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.dispatch_batch (
              relay, batch, fencing_value, system_identifier, subscription_revision, scope,
              left_out, seqs, message_count, parked, unparked)
            SELECT 'main', max(seq), 1, '1', 2, 'all', '{}', range_agg(int8range(seq, seq, '[]')),
                   count(*), '[]', '[]'
            FROM outbox.message
            """)
        .update();
  }

  @Test
  void asksOnATerminalAndTakesNoForAnAnswer() {
    Cli.Run no = cli.answering("n").run(arguments("try"));
    assertThat(no.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(no.err()).contains("Apply revision 1? [y/N]", "Not applied");
    assertThat(revisions()).isZero();

    assertThat(cli.answering("yes").run(arguments("try")).exitCode()).isZero();
    assertThat(revisions()).isEqualTo(1);
  }

  @Test
  void writesNothingWhenSomebodyElseWasFasterWhileThePlanWasRead() {
    StringWriter err = new StringWriter();
    BufferedReader slowReader =
        new BufferedReader(new StringReader("")) {
          @Override
          public String readLine() {
            assertThat(apply("the faster one").exitCode()).isZero();
            return "y";
          }
        };
    Terminal terminal =
        new Terminal(
            new PrintWriter(new StringWriter()), new PrintWriter(err), slowReader, true, false);

    int exitCode = WaybillCommand.run(terminal, cli.environment(), arguments("the slower one"));

    assertThat(exitCode).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(err.toString()).contains("somebody else applied", "the faster one");
    assertThat(revisions()).isEqualTo(1);
    assertThat(
            database
                .as("waybill_migrator")
                .sql("SELECT reason FROM outbox.subscription_revision")
                .query(String.class)
                .single())
        .isEqualTo("the faster one [stated to read its file: timeline]");
  }

  @Test
  void losesNoUpdateWhenManyApplyAtOnce() throws Exception {
    int many = 8;
    List<Path> folders = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      Path own = folder.resolve("own" + i);
      SubscriptionFolder.write(own);
      Path file = own.resolve("subscriptions/timeline.yaml");
      Files.writeString(file, Files.readString(file).replace("views", "views-" + i));
      folders.add(own.resolve("subscriptions"));
    }

    List<Cli.Run> runs = inParallel(folders);

    assertThat(runs).extracting(Cli.Run::exitCode).containsOnly(0, ExitCode.CONFLICT.code());
    List<String> owners =
        database
            .as("waybill_migrator")
            .sql("SELECT revision, document FROM outbox.subscription_revision ORDER BY revision")
            .query((row, index) -> owner(row.getLong("revision"), row.getString("document")))
            .list();
    int written = 0;
    for (int i = 0; i < many; i++) {
      if (runs.get(i).exitCode() == 0) {
        written++;
        assertThat(runs.get(i).out())
            .as("planned as the revision that it became")
            .contains("Plan for revision " + (owners.indexOf("views-" + i) + 1) + ":");
      }
    }
    assertThat(owners).hasSize(written);
  }

  @Test
  void givesUpWithAConflictWhenTheTableStaysLocked() throws SQLException {
    try (Connection other = database.source("waybill_migrator").getConnection()) {
      other.setAutoCommit(false);
      other.createStatement().execute("LOCK TABLE outbox.subscription_revision IN SHARE MODE");

      Cli.Run run = apply("wait");

      assertThat(run.exitCode()).isEqualTo(ExitCode.CONFLICT.code());
      assertThat(run.err()).contains("lock timeout", "try again");
    }
  }

  @Test
  void changesNothingWhenAFileIsWrong() throws IOException {
    change("parcel.sent", "parcel.lost");

    Cli.Run run = apply("broken");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("timeline.yaml:4: type parcel.lost");
    assertThat(revisions()).isZero();
  }

  @Test
  void tellsWhoMayNotAndWhatIsMissing() {
    Cli.Run denied = apply("as writer", "--database-user", "waybill_writer");
    assertThat(denied.exitCode()).isEqualTo(ExitCode.DENIED.code());
    assertThat(denied.err()).contains("permission denied", "--database-user");

    Cli.Run wrong = cli.with("WAYBILL_DATABASE_PASSWORD", "no").run("subscriptions", "show");
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.DENIED.code());
    Cli.Run none = cli.with("WAYBILL_DATABASE_PASSWORD", "").run("subscriptions", "show");
    assertThat(none.exitCode()).isEqualTo(ExitCode.DENIED.code());
    assertThat(none.err())
        .contains("set the password of waybill_")
        .contains(": WAYBILL_DATABASE_PASSWORD");
    assertThat(wrong.err()).contains("password authentication failed");

    assertThat(cli.run("subscriptions", "show").exitCode())
        .isEqualTo(ExitCode.NOTHING_FOUND.code());
    assertThat(cli.run("subscriptions", "show", "--revision", "9").err()).contains("no revision 9");

    Cli.Run empty = OutboxDatabase.empty(postgres).cli().run("subscriptions", "show");
    assertThat(empty.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(empty.err()).contains("waybill.outbox.schema=migrate");
  }

  private List<Cli.Run> inParallel(List<Path> folders)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(folders.size());
    try {
      List<Future<Cli.Run>> futures = new ArrayList<>();
      for (Path own : folders) {
        futures.add(
            pool.submit(
                () ->
                    cli.run(
                        "subscriptions",
                        "apply",
                        own.toString(),
                        "--execute",
                        "--yes",
                        "--unasked",
                        "timeline",
                        "--reason",
                        "race")));
      }
      List<Cli.Run> runs = new ArrayList<>();
      for (Future<Cli.Run> future : futures) {
        runs.add(future.get());
      }
      return runs;
    } finally {
      pool.shutdownNow();
    }
  }

  private Cli.Run apply(String reason, String... more) {
    List<String> arguments = new ArrayList<>(List.of(arguments(reason)));
    arguments.add("--yes");
    arguments.addAll(List.of(more));
    return cli.run(arguments.toArray(String[]::new));
  }

  private String[] arguments(String reason) {
    return new String[] {
      "subscriptions",
      "apply",
      files.toString(),
      "--execute",
      "--unasked",
      "timeline",
      "--reason",
      reason
    };
  }

  private void change(String from, String to) throws IOException {
    Path file = files.resolve("timeline.yaml");
    Files.writeString(file, Files.readString(file).replace(from, to));
  }

  private long revisions() {
    return database
        .as("waybill_migrator")
        .sql("SELECT count(*) FROM outbox.subscription_revision")
        .query(Long.class)
        .single();
  }

  private static String owner(long revision, String document) {
    return SubscriptionRevision.parse(revision, document).subscriptions().get(0).owner();
  }
}
