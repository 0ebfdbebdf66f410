package dev.waybill.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.OutboxDatabase;
import dev.waybill.cli.testbed.SubscriptionFolder;
import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.postgres.LocalPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DoctorIT {

  private static final Duration PATIENCE = Duration.ofSeconds(14);

  private static LocalPostgres postgres;
  private static LocalKafka kafka;

  private OutboxDatabase database;
  private String prefix;
  private Cli cli;

  @BeforeAll
  static void start() {
    postgres = LocalPostgres.builder().durable(false).start();
    kafka = LocalKafka.builder().start();
  }

  @AfterAll
  static void stop() {
    kafka.close();
    postgres.close();
  }

  @BeforeEach
  void install(@TempDir Path folder) throws IOException {
    database = OutboxDatabase.migrated(postgres);
    database.installRelay();
    prefix = database.slot();
    cli = database.cli().with("WAYBILL_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    SubscriptionFolder.write(folder, prefix + ".timeline");
    Cli.Run applied =
        cli.run(
            "subscriptions",
            "apply",
            folder.resolve("subscriptions").toString(),
            "--execute",
            "--yes",
            "--unasked",
            "timeline",
            "--reason",
            "test");
    assertThat(applied.exitCode()).as(applied.err()).isZero();
  }

  @AfterEach
  void remove() {
    if (count("SELECT count(*) FROM pg_replication_slots WHERE slot_name = '" + prefix + "'") > 0) {
      database.dropSlot();
    }
  }

  @Test
  void findsNoProblemInAHealthyInstallation() throws Exception {
    createTopics(3, "compact");

    Cli.Run run = doctor();

    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(levels(run, "ok"))
        .contains(
            "database.reachable",
            "database.version",
            "database.wal-level",
            "database.wal-senders",
            "database.replication-slots",
            "database.roles",
            "schema.outbox",
            "schema.relay",
            "outbox.partitions",
            "publication.exists",
            "publication.operations",
            "publication.tables",
            "slot.exists",
            "slot.usable",
            "slot.retained-wal",
            "relay.installation",
            "relay.lease",
            "relay.heartbeat",
            "transactions.open",
            "transactions.prepared",
            "subscriptions.applied",
            "replication.connects",
            "kafka.reachable",
            "kafka.transactions");
    assertThat(levels(run, "warning"))
        .as("no relay streams here, and there is one broker only")
        .containsExactlyInAnyOrder("slot.active", "kafka.ledger-topic", "kafka.handler-topics");
    assertThat(levels(run, "problem")).isEmpty();
    assertThat(levels(run, "skipped")).isEmpty();
  }

  @Test
  void writesATableForPeopleWithTheRemedyBelowEachFinding() throws Exception {
    createTopics(3, "compact");
    sql("DROP PUBLICATION waybill_outbox");

    Cli.Run run = run(cli);

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(run.out())
        .contains("ok       database.wal-level          wal_level is logical")
        .contains("problem  publication.exists          publication waybill_outbox does not exist")
        .contains("-> as the migrator: CREATE PUBLICATION waybill_outbox FOR TABLE")
        .contains("1 problems, ");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void theRemediesForThePublicationRepairIt() {
    sql("DROP PUBLICATION waybill_outbox");
    String create = remedyOf("publication.exists");
    sql(create.substring(create.indexOf("CREATE"), create.indexOf(';')));
    assertThat(levels(doctor(), "problem")).noneMatch(check -> check.startsWith("publication"));

    sql("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.message");
    sql("ALTER PUBLICATION waybill_outbox ADD TABLE outbox.message (seq, message_id, payload)");
    String alter = remedyOf("publication.tables");
    String statements = alter.substring(alter.indexOf("ALTER"), alter.indexOf(", in one"));
    for (String statement : statements.split("; ")) {
      sql(statement);
    }
    assertThat(levels(doctor(), "problem")).noneMatch(check -> check.startsWith("publication"));
  }

  @Test
  void namesWhatIsWrongWithThePublication() {
    sql("ALTER PUBLICATION waybill_outbox SET (publish = 'insert, update')");
    assertProblem("publication.operations", "does not publish inserts alone");
    sql("ALTER PUBLICATION waybill_outbox SET (publish = 'insert')");

    sql("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.relay_heartbeat");
    assertProblem("publication.tables", "outbox.relay_heartbeat is not in it");
    sql("ALTER PUBLICATION waybill_outbox ADD TABLE outbox.relay_heartbeat (beat, relay)");

    sql("CREATE TABLE outbox.other (id int)");
    sql("ALTER PUBLICATION waybill_outbox ADD TABLE outbox.other");
    assertProblem("publication.tables", "outbox.other is in it");
    sql("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.other");

    sql("DROP PUBLICATION waybill_outbox");
    sql("CREATE PUBLICATION waybill_outbox FOR TABLE outbox.message WITH (publish = 'insert')");
    assertProblem("publication.operations", "day partitions");
    assertProblem("publication.tables", "outbox.message is published with every column");

    sql("DROP PUBLICATION waybill_outbox");
    database.asSuperuser().sql("CREATE PUBLICATION waybill_outbox FOR ALL TABLES").update();
    assertProblem("publication.tables", "every table");
    database.asSuperuser().sql("DROP PUBLICATION waybill_outbox").update();

    database
        .asSuperuser()
        .sql("CREATE PUBLICATION waybill_outbox FOR TABLES IN SCHEMA outbox")
        .update();
    assertProblem("publication.tables", "every table");
  }

  @Test
  void tellsAFirstStartFromALostSlot() {
    database.dropSlot();
    assertProblem("slot.exists", "is gone, although the relay was installed");

    sql("DELETE FROM outbox.relay_installation");
    assertThat(levels(doctor(), "ok")).contains("slot.exists", "relay.installation");
  }

  @Test
  void refusesASlotOfAnotherKind() {
    database.dropSlot();
    database
        .as("waybill_relay")
        .sql("SELECT pg_create_physical_replication_slot(?)")
        .param(prefix)
        .query()
        .listOfRows();

    assertProblem("slot.usable", "not a permanent pgoutput slot of this database");
  }

  @Test
  void seesOpenTransactionsAndWhatItMayNotSeeOfThem() throws SQLException {
    try (Connection writer = database.source("waybill_writer").getConnection()) {
      writer.setAutoCommit(false);
      writer.createStatement().execute("SELECT pg_current_xact_id()");
      assertThat(message(doctor(), "transactions.open"))
          .isEqualTo(
              "none older than a minute, leaving out 1 whose age only pg_read_all_stats may see");

      database.asSuperuser().sql("GRANT pg_read_all_stats TO waybill_relay").update();
      assertThat(message(doctor(), "transactions.open")).isEqualTo("none older than a minute");
    } finally {
      database.asSuperuser().sql("REVOKE pg_read_all_stats FROM waybill_relay").update();
    }
  }

  @Test
  void warnsOfTheStateOfTheRelay() {
    sql("UPDATE outbox.relay_lease SET lease_expires_at = now() - interval '1 min'");
    assertThat(message(doctor(), "relay.lease")).contains("nobody holds the lease");

    sql("DELETE FROM outbox.relay_lease");
    assertThat(message(doctor(), "relay.lease")).contains("ever ran here");

    sql("UPDATE outbox.relay_installation SET system_identifier = '7'");
    assertProblem("relay.installation", "was installed in the database 7, this is ");
  }

  @Test
  void wantsPartitionsAhead() {
    sql(
        """
        DO $$ DECLARE day text; BEGIN
          FOR day IN SELECT to_char(now() AT TIME ZONE 'UTC' + make_interval(days => d), 'YYYYMMDD')
                     FROM generate_series(2, 14) d
          LOOP EXECUTE 'DROP TABLE outbox.message_p' || day; END LOOP; END $$
        """);
    assertThat(levels(doctor(), "warning")).contains("outbox.partitions");
    assertThat(message(doctor(), "outbox.partitions")).contains("1 days ahead");

    sql("SELECT outbox.ensure_message_partitions(14)");
    assertThat(levels(doctor(), "ok")).contains("outbox.partitions");
  }

  @Test
  void namesMissingAndWrongTopics() throws Exception {
    assertProblem("kafka.handler-topics", prefix + ".timeline does not exist");

    createTopics(2, "delete");
    assertProblem("kafka.handler-topics", "has 2 partitions, the applied subscription says 3");
    assertProblem("kafka.ledger-topic", "cleanup.policy=delete");
  }

  @Test
  void aMissingLedgerIsAProblemOnceTheRelayHasPublished() {
    assertThat(levels(doctor(), "ok")).contains("kafka.ledger-topic");

    sql(
        """
        INSERT INTO outbox.dispatch_batch (relay, batch, fencing_value, system_identifier,
          subscription_revision, scope, left_out, seqs, message_count, parked, unparked)
        VALUES ('main', 1, 1, '1', 1, 'all', '{}', '{[1,2)}', 1, '[]', '[]')
        """);
    assertProblem("kafka.ledger-topic", "is gone, although the relay has published");
  }

  @Test
  void namesTheTransactionThatConsumersStandStillBehind() throws Exception {
    createTopics(3, "compact");
    try (KafkaProducer<String, String> forgotten =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "transactional.id",
                prefix + "-forgotten",
                "transaction.timeout.ms",
                "600000"),
            new StringSerializer(),
            new StringSerializer())) {
      forgotten.initTransactions();
      forgotten.beginTransaction();
      long longAgo = Instant.now().minusSeconds(300).toEpochMilli();
      forgotten.send(new ProducerRecord<>(prefix + ".timeline", 1, longAgo, "key", "value")).get();

      assertProblem("kafka.transactions", prefix + "-forgotten");
      assertThat(remedyOf("kafka.transactions"))
          .contains("--topic " + prefix + ".timeline --partition 1 --start-offset 0");
      forgotten.abortTransaction();
    }
    assertThat(levels(doctor(), "ok")).contains("kafka.transactions");
  }

  @Test
  void anUnreachableKafkaHidesNothingOfTheDatabase() {
    sql("DROP PUBLICATION waybill_outbox");

    Cli.Run run = run(cli.with("WAYBILL_BOOTSTRAP_SERVERS", "127.0.0.1:1"), "-o", "json");

    assertThat(levels(run, "problem")).containsExactly("publication.exists", "kafka.reachable");
  }

  @Test
  void anUnreachableDatabaseHidesNothingOfKafka() throws Exception {
    createTopics(3, "compact");

    Cli.Run run =
        run(cli.with("WAYBILL_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/x"), "-o", "json");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(levels(run, "problem"))
        .containsExactly("database.reachable", "replication.connects");
    assertThat(levels(run, "ok")).contains("kafka.reachable");
    assertThat(levels(run, "skipped")).contains("kafka.handler-topics");
  }

  @Test
  void isPatientWithServersThatAcceptAndSayNothingOnlyForAWhile() throws Exception {
    try (ServerSocket hole = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + hole.getLocalPort();
      Instant start = Instant.now();

      String url = "jdbc:postgresql://" + address + "/x?sslmode=disable&gssEncMode=disable";
      Cli.Run run =
          run(
              cli.with("WAYBILL_DATABASE_URL", url).with("WAYBILL_BOOTSTRAP_SERVERS", address),
              "-o",
              "json");

      assertThat(Duration.between(start, Instant.now())).isLessThan(PATIENCE);
      assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
      assertThat(levels(run, "problem"))
          .containsExactly("database.reachable", "replication.connects", "kafka.reachable");
    }
  }

  @Test
  void provesReplicationByConnectingAndNotByTheAttribute() {
    database.asSuperuser().sql("ALTER ROLE waybill_relay NOREPLICATION").update();
    try {
      assertProblem("replication.connects", "permission denied to start WAL sender");
      assertThat(remedyOf("replication.connects")).contains("ALTER ROLE waybill_relay REPLICATION");
    } finally {
      database.asSuperuser().sql("ALTER ROLE waybill_relay REPLICATION").update();
    }

    Cli.Run run =
        run(
            cli.with("WAYBILL_DATABASE_USER", "waybill_migrator")
                .with("WAYBILL_RELAY_PASSWORD", "no"),
            "-o",
            "json");
    assertThat(levels(run, "problem")).contains("replication.connects");
    assertThat(message(run, "replication.connects")).contains("password authentication failed");
    assertThat(levels(run, "ok")).contains("database.reachable", "database.roles");
  }

  @Test
  void namesTheVariableOfAPasswordThatIsNotSet() {
    Cli none = cli.with("WAYBILL_RELAY_PASSWORD", "").with("WAYBILL_DATABASE_PASSWORD", "");

    Cli.Run run = run(none);

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(run.out())
        .contains("-> set the password of waybill_relay: WAYBILL_RELAY_PASSWORD")
        .doesNotContain("check --database-url");
  }

  @Test
  void saysWhatItsRoleMayNotSee() {
    Cli.Run run = run(cli.with("WAYBILL_DATABASE_USER", "waybill_writer"), "-o", "json");

    assertThat(levels(run, "warning")).contains("relay.lease", "relay.installation");
    assertThat(message(run, "relay.lease")).contains("cannot look", "permission denied");
  }

  @Test
  void sortsOutADatabaseWithoutAnyTable() {
    OutboxDatabase empty = OutboxDatabase.empty(postgres);

    String[] json = {"-o", "json"};
    Cli.Run run = run(empty.cli(), empty.slot(), json);

    assertThat(levels(run, "problem"))
        .containsExactlyInAnyOrder("schema.outbox", "schema.relay", "publication.exists");
    assertThat(levels(run, "skipped"))
        .containsExactlyInAnyOrder(
            "outbox.partitions", "relay.installation", "relay.lease", "subscriptions.applied");
    assertThat(levels(run, "warning")).containsExactly("kafka.reachable");

    empty.migrateOutbox();
    assertThat(levels(run(empty.cli(), empty.slot(), json), "warning"))
        .contains("subscriptions.applied");
  }

  private Cli.Run doctor() {
    return run(cli, "-o", "json");
  }

  private Cli.Run run(Cli with, String... more) {
    return run(with, prefix, more);
  }

  private static Cli.Run run(Cli with, String names, String[] more) {
    List<String> arguments =
        new ArrayList<>(List.of("doctor", "--topic-prefix", names, "--slot", names));
    arguments.addAll(List.of(more));
    return with.run(arguments.toArray(String[]::new));
  }

  private void assertProblem(String check, String text) {
    Cli.Run run = doctor();
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(levels(run, "problem")).contains(check);
    assertThat(message(run, check)).contains(text);
  }

  private String remedyOf(String check) {
    return text(doctor(), check, "remedy");
  }

  private static String message(Cli.Run run, String check) {
    return text(run, check, "message");
  }

  private static String text(Cli.Run run, String check, String field) {
    List<String> texts = new ArrayList<>();
    for (JsonNode finding : run.json().path("findings")) {
      if (finding.path("check").asString().equals(check)) {
        texts.add(finding.path(field).asString(""));
      }
    }
    return String.join("\n", texts);
  }

  private static List<String> levels(Cli.Run run, String level) {
    List<String> checks = new ArrayList<>();
    for (JsonNode finding : run.json().path("findings")) {
      if (finding.path("level").asString().equals(level)) {
        checks.add(finding.path("check").asString());
      }
    }
    return checks;
  }

  private void sql(String statement) {
    try (Connection connection = database.source("waybill_migrator").getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(statement, e);
    }
  }

  private long count(String query) {
    return database.as("waybill_relay").sql(query).query(Long.class).single();
  }

  private void createTopics(int partitions, String ledgerPolicy) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(prefix + ".timeline", partitions, (short) 1),
                  new NewTopic(prefix + ".internal.main.ledger", 1, (short) 1)
                      .configs(Map.of("cleanup.policy", ledgerPolicy))))
          .all()
          .get();
    }
  }
}
