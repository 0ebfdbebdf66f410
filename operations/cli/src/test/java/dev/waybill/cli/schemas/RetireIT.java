package dev.waybill.cli.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.testbed.AnsweringServer;
import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.ContractFolder;
import dev.waybill.cli.testbed.OutboxDatabase;
import dev.waybill.contract.message.MessageType;
import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.postgres.LocalPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A version is retired only when nothing carries it, wherever a message may be. */
class RetireIT {

  private static final String LEDGER = "waybill.internal.main.ledger";

  private static LocalPostgres postgres;
  private static LocalKafka kafka;

  private OutboxDatabase database;
  private AnsweringServer server;
  private ContractFolder folder;
  private Cli cli;

  @BeforeAll
  static void start() throws Exception {
    postgres = LocalPostgres.builder().durable(false).start();
    kafka = LocalKafka.builder().start();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("depot", 2, (short) 1),
                  new NewTopic("old", 1, (short) 1),
                  new NewTopic("open", 1, (short) 1),
                  new NewTopic(LEDGER, 1, (short) 1)))
          .all()
          .get();
    }
  }

  @AfterAll
  static void stop() {
    kafka.close();
    postgres.close();
  }

  @BeforeEach
  void install(@TempDir Path temporary) throws Exception {
    database = OutboxDatabase.migrated(postgres);
    server = AnsweringServer.start();
    folder = ContractFolder.write(temporary, "depot");
    cli =
        database
            .cli()
            .with("WAYBILL_BOOTSTRAP_SERVERS", kafka.bootstrapServers())
            .with("WAYBILL_HANDLER_SERVER", server.url())
            .with("WAYBILL_TOKEN", AnsweringServer.TOKEN);
    assertThat(schemas("new-version", "parcel.sent", "--execute").exitCode()).isZero();
    assertThat(schemas("release", "parcel.sent", "--execute").exitCode()).isZero();
    database
        .as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.relay_installation (relay, slot, system_identifier)
            VALUES ('main', 'waybill_main', '1')
            """)
        .update();
    String files = folder.schemas().resolve("subscriptions").toString();
    Cli.Run applied =
        database
            .cli()
            .run(
                "subscriptions",
                "apply",
                files,
                "--execute",
                "--yes",
                "--unasked",
                "depot",
                "--reason",
                "test");
    assertThat(applied.exitCode()).as(applied.err()).isZero();
    // Of a newer version, and of another type: they hinder nobody.
    stage("parcel.sent", 2);
    stage("parcel.lost", 1);
    send("depot", "parcel.sent", "2");
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void takesAVersionAwayThatNothingCarries() {
    answer("0", "0");
    park("dispatched", 1);
    park("resolved", 1);
    try (KafkaProducer<String, String> producer = transactional("aborting")) {
      producer.beginTransaction();
      assertThat(producer.send(parcel("depot", "parcel.sent", "1")))
          .succeedsWithin(Duration.ofSeconds(30));
      producer.abortTransaction();
    }

    Cli.Run run = retire();

    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(server.asked()).containsExactly("GET /waybill/carried?type=parcel.sent&version=1 ");
    assertThat(verdicts(run))
        .containsExactly(
            "writers clear",
            "outbox clear",
            "parked clear",
            "handlers clear",
            "relay main clear",
            "topic depot clear",
            "topic depot.dlt clear",
            "inbox depot clear");
    assertThat(folder.file("v1.schema.json")).doesNotExist();
    assertThat(folder.file("v1.golden.json")).doesNotExist();
    assertThat(folder.file("record.yaml")).content().contains("retired: [1]");
    assertThat(schemas("check").out()).contains("subscribed-version-exists: version 1");
    assertThat(schemas("new-version", "parcel.sent").out()).contains("v3.schema.json");
  }

  @Test
  void asksWhetherWritersHaveStopped() {
    answer("0", "0");

    Cli.Run run = schemas("retire", "parcel.sent", "1", "--execute", "-o", "json");

    assertNotProved(run, "writers not proved");
  }

  @Test
  void takesNoOtherKafkaForThatOfTheRelay() {
    answer("0", "0");
    revise("{\"handler\": \"depot\", \"topic\": \"elsewhere\"");

    Cli.Run run = retire("--topic-prefix", "another");

    assertNotProved(run, "relay main not proved", "topic elsewhere not proved");
    assertThat(run.out()).contains("another.internal.main.ledger does not exist");
  }

  @Test
  void takesNoDatabaseWithoutARevisionForThatOfTheWriter() {
    answer("0", "0");
    OutboxDatabase fresh = OutboxDatabase.migrated(postgres);

    Cli.Run run = retire("--database-url", fresh.url());

    assertNotProved(run, "handlers not proved");
    assertThat(run.out()).contains("no revision was ever applied");
  }

  /** What it wrote is read by nobody yet, and will be once it is committed. */
  @Test
  void waitsForAnOpenTransaction() {
    Properties properties = new Properties();
    properties.setProperty("bootstrap.servers", kafka.bootstrapServers());
    try (KafkaProducer<String, String> producer = transactional("open");
        TopicReader reader = new TopicReader(properties, Duration.ofMillis(600))) {
      producer.beginTransaction();
      assertThat(producer.send(parcel("open", "parcel.sent", "1")))
          .succeedsWithin(Duration.ofSeconds(30));

      assertThatThrownBy(() -> reader.readAll("open", found -> {}))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("is a transaction open on it?");

      producer.commitTransaction();
      List<Optional<MessageType>> found = new ArrayList<>();
      assertThat(reader.readAll("open", found::add)).contains(1L);
      assertThat(found).containsExactly(Optional.of(new MessageType("parcel.sent", 1)));
    }
  }

  @Test
  void findsAMessageInTheOutboxAndAmongTheParked() {
    answer("0", "0");
    stage("parcel.sent", 1);
    park("pending", 1);

    assertRefused("outbox carried", "parked carried");
  }

  @Test
  void findsAParkedMessageWhoseDayIsGone() {
    answer("0", "0");
    park("dispatched", 1);
    park("dead-letter", 1);

    assertRefused("parked carried");
  }

  @Test
  void findsAnUnfinishedDeliveryAndADeadLetterInAnInbox() {
    answer("1", "0");
    assertRefused("inbox depot carried");

    answer("0", "1");
    assertRefused("inbox depot carried");
  }

  @Test
  void findsARecordOnTheTopicOfAHandlerThatIsNoLongerSubscribed() throws Exception {
    answer("0", "0");
    send("old", "parcel.sent", "1");
    revise("{\"handler\": \"old\", \"topic\": \"old\"");

    Cli.Run run = retire();

    assertThat(run.exitCode()).as(run.out()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(verdicts(run)).contains("topic old carried", "inbox old not proved");
  }

  @Test
  void isNotSatisfiedByAServiceThatDoesNotAnswer() {
    server.answers().add(new AnsweringServer.Answer(503, "{\"detail\": \"its database is away\"}"));

    Cli.Run run = retire();

    assertNotProved(run, "inbox depot not proved");
    assertThat(run.out()).contains("its database is away");
  }

  private void assertNotProved(Cli.Run run, String... verdicts) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.PARTLY.code());
    assertThat(verdicts(run).stream().filter(verdict -> !verdict.endsWith(" clear")))
        .containsExactly(verdicts);
    assertThat(folder.file("v1.schema.json")).exists();
  }

  /** As a second revision would. */
  private void revise(String handlerAndTopic) {
    String rest =
        ", \"owner\": \"views\", \"subscribes\": [{\"type\": \"parcel.sent\", \"versions\": [1]}]}";
    database
        .as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.subscription_revision (revision, applied_by, reason, document)
            VALUES (2, 'test', 'test', ?)
            """)
        .param("{\"subscriptions\": [" + handlerAndTopic + rest + "]}")
        .update();
  }

  private void assertRefused(String... carried) {
    Cli.Run run = retire();

    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.CONFLICT.code());
    assertThat(verdicts(run).stream().filter(verdict -> verdict.endsWith(" carried")))
        .containsExactly(carried);
    assertThat(folder.file("v1.schema.json")).exists();
  }

  private Cli.Run retire(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("parcel.sent", "1", "--execute", "-o", "json", "--writers-stopped", "all new"));
    arguments.addAll(List.of(more));
    return schemas("retire", arguments.toArray(String[]::new));
  }

  private static List<String> verdicts(Cli.Run run) {
    return run.json()
        .path("proofs")
        .valueStream()
        .map(proof -> proof.path("place").asString() + " " + proof.path("verdict").asString())
        .toList();
  }

  private Cli.Run schemas(String verb, String... arguments) {
    List<String> all = new ArrayList<>(List.of("schemas", verb));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--schemas", folder.schemas().toString()));
    return cli.run(all.toArray(String[]::new));
  }

  private void answer(String deliveries, String deadLetters) {
    server
        .answers()
        .add(
            new AnsweringServer.Answer(
                200,
                """
                {"handlers": [{"handler": "depot", "deliveries": "%s", "deadLetters": "%s"}]}
                """
                    .formatted(deliveries, deadLetters)));
  }

  private void stage(String type, int version) {
    database
        .as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.message (
              seq, message_id, kind, event_record, type, schema_version, tenant_id, visibility,
              aggregate_type, aggregate_id, aggregate_version, ordering_key, occurred_at,
              staged_at, payload, envelope)
            VALUES (
              nextval('outbox.message_seq'), gen_random_uuid(), 'integration-event', 'EV-1', ?, ?,
              'acme', 'public', 'parcel', '1', 1, 'parcel:1', now(), clock_timestamp(), '{}', '{}')
            """)
        .params(type, version)
        .update();
  }

  /** With its envelope, as when its day of the outbox is dropped. */
  private void park(String state, int version) {
    database
        .as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.parked_delivery (
              relay, handler, message_id, seq, batch, hold_key, tenant_id, state, next_attempt_at,
              error_code, completed_at, envelope)
            VALUES (
              'main', 'depot', gen_random_uuid(), -1, 1, 'parcel:1', 'acme', :state, now(), 'x',
              CASE WHEN :state IN ('dispatched', 'resolved') THEN now() END,
              json_build_object('ce_type', 'parcel.sent', 'ce_schemaversion', :version::text)::text)
            """)
        .param("state", state)
        .param("version", version)
        .update();
  }

  private static ProducerRecord<String, String> parcel(String topic, String type, String version) {
    ProducerRecord<String, String> parcel = new ProducerRecord<>(topic, "1", "{}");
    parcel.headers().add("ce_type", type.getBytes(StandardCharsets.UTF_8));
    parcel.headers().add("ce_schemaversion", version.getBytes(StandardCharsets.UTF_8));
    return parcel;
  }

  private static KafkaProducer<String, String> transactional(String id) {
    KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "transactional.id", id),
            new StringSerializer(),
            new StringSerializer());
    producer.initTransactions();
    return producer;
  }

  private static void send(String topic, String type, String version) throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(parcel(topic, type, version)).get(30, TimeUnit.SECONDS);
    }
  }
}
