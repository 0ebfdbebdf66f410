package dev.waybill.e2e.runbook;

import dev.waybill.cli.WaybillCommand;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.e2e.project.ProjectTree;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessBuilder;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One site as an operator has it: a database with the outbox, one handler's topic, and a relay that
 * is started from its packaged jar.
 *
 * @param name of the database, the relay and the topic's prefix
 */
record Site(LocalPostgres postgres, SecuredKafka kafka, String name) {

  private static final String PASSWORD = "secret";
  private static final String TYPE = "parcel.moved";
  private static final String NOBODYS_MESSAGE = "01890000-0000-7000-8000-000000000000";
  private static final Path ROLES =
      Path.of("writer-service/outbox-starter/src/main/resources/dev/waybill/outbox/roles.sql");

  /** Makes the database with its roles and tables, and subscribes the handler. */
  static Site create(LocalPostgres postgres, SecuredKafka kafka, String name) {
    Site site = new Site(postgres, kafka, name);
    postgres.createDatabase(name);
    postgres.createRoles(
        name,
        ProjectTree.current().read(ROLES.toString()),
        Map.of(
            "waybill_migrator", PASSWORD, "waybill_writer", PASSWORD, "waybill_relay", PASSWORD));
    new OutboxSchema(
            SchemaMode.MIGRATE,
            postgres.dataSource(name, "waybill_writer", PASSWORD),
            postgres.dataSource(name, "waybill_migrator", PASSWORD),
            Map.of("writer", "waybill_writer", "relay", "waybill_relay"))
        .prepare();
    site.subscribe();
    return site;
  }

  JdbcClient as(String role) {
    return JdbcClient.create(postgres.dataSource(name, role, PASSWORD));
  }

  JdbcClient asSuperuser() {
    return JdbcClient.create(postgres.superuser(name));
  }

  /** Runs a runbook's blocks as the roles they name; {@code main} there is this relay here. */
  void run(List<RunbookPage.Block> blocks) {
    run(blocks, NOBODYS_MESSAGE);
  }

  /** Runs a runbook's blocks for one message, where they are for one. */
  void run(List<RunbookPage.Block> blocks, String messageId) {
    for (RunbookPage.Block block : blocks) {
      String role = block.role().startsWith("waybill_") ? block.role() : "waybill_migrator";
      for (String statement : block.statements()) {
        String here =
            statement
                .replace("'waybill_main'", "'waybill_" + name + "'")
                .replace("'main'", "'" + name + "'")
                .replace(NOBODYS_MESSAGE, messageId);
        if (here.startsWith("SELECT")) {
          as(role).sql(here).query().listOfRows();
        } else {
          as(role).sql(here).update();
        }
      }
    }
  }

  /** Stages messages of one key in a transaction each; returns their ids in that order. */
  List<String> stage(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(stage("{\"moved\": true}"));
    }
    return ids;
  }

  /** Stages a message of the key with this payload; returns its id. */
  String stage(String payload) {
    String id = UUID.randomUUID().toString();
    as("waybill_writer")
        .sql(
            """
            SELECT outbox.stage_messages(
              ARRAY[:envelope], ARRAY[:payload], ARRAY['EV-TEST'], ARRAY['parcel'])
            """)
        .param("envelope", envelope(id))
        .param("payload", payload)
        .query(Integer.class)
        .single();
    return id;
  }

  /** Changes a setting of the handler's topic. */
  void configureTopic(String setting, String value) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic());
    AlterConfigOp change =
        new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
    try (Admin admin = Admin.create(new HashMap<>(kafka.clientSettings()))) {
      admin
          .incrementalAlterConfigs(Map.of(resource, List.of(change)))
          .all()
          .get(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The ids that a read-committed consumer finds on the handler's topic, in order. */
  List<String> arrived() {
    Map<String, Object> settings = new HashMap<>(kafka.clientSettings());
    settings.put("isolation.level", "read_committed");
    settings.put("allow.auto.create.topics", false);
    settings.put("enable.auto.commit", false);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(topic(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      List<String> ids = new ArrayList<>();
      while (consumer.position(partition) < end) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(record -> ids.add(new String(record.key(), StandardCharsets.UTF_8)));
      }
      return ids;
    }
  }

  /** Runs a command of the command line on this site's database; returns its exit code. */
  int waybill(String... words) {
    return waybill(Map.of(), words);
  }

  /** Runs a command with more environment variables; returns its exit code. */
  int waybill(Map<String, String> more, String... words) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("WAYBILL_DATABASE_URL", postgres.jdbcUrl(name));
    environment.put("WAYBILL_RELAY_PASSWORD", PASSWORD);
    Terminal terminal =
        new Terminal(
            new PrintWriter(new StringWriter()),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader("")),
            false,
            false);
    return WaybillCommand.run(terminal, environment, words);
  }

  /** Starts the relay with more settings; it serves its probes on {@code port}. */
  ChildProcess startRelay(int port, String... more) {
    return startRelay(new Checkout(ProjectTree.current().root()).relayJar(), port, more);
  }

  /** Starts the jar that is deployed, with its jars inside, for nearly twice the work. */
  ChildProcess startPackagedRelay(int port, String... more) {
    Path jar = ProjectTree.current().root().resolve("cdc-relay/target/cdc-relay-exec.jar");
    return startRelay(jar, port, more);
  }

  private ChildProcess startRelay(Path jar, int port, String... more) {
    ChildProcessBuilder relay =
        ChildProcess.builder("relay-" + name)
            .jar(jar)
            .shortLived()
            .jvmOptions("-Xmx256m")
            .arguments(
                "--server.port=" + port,
                "--waybill.relay.name=" + name,
                "--waybill.relay.topic-prefix=" + name,
                "--waybill.relay.topics=create",
                "--waybill.relay.schema=migrate",
                "--waybill.relay.development=true",
                "--waybill.relay.lease-duration=3s",
                "--waybill.relay.stream.heartbeat-interval=500ms",
                "--waybill.relay.database.url=" + postgres.jdbcUrl(name),
                "--waybill.relay.database.username=waybill_relay",
                "--waybill.relay.database.password=" + PASSWORD,
                "--waybill.relay.migrator.username=waybill_migrator",
                "--waybill.relay.migrator.password=" + PASSWORD,
                "--waybill.relay.kafka.bootstrap-servers=" + kafka.broker().bootstrapServers());
    relay.arguments(more);
    kafka
        .clientSettings()
        .forEach(
            (key, value) ->
                relay.arguments("--waybill.relay.kafka.properties[" + key + "]=" + value));
    return relay.start();
  }

  /** The relay's replication slot. */
  String slot() {
    return "waybill_" + name;
  }

  private String topic() {
    return name + ".timeline";
  }

  private void subscribe() {
    Subscription timeline =
        new Subscription(
            new HandlerId("timeline"),
            "team-tests",
            topic(),
            new Subscription.Layout(1, Ordering.KEY),
            Status.ACTIVE,
            Visibility.PUBLIC,
            List.of(new Subscription.Entry(TYPE, new TreeSet<>(List.of(1)))));
    as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.subscription_revision (revision, applied_by, reason, document)
            VALUES (1, 'test', 'test', :document)
            """)
        .param("document", new SubscriptionRevision(1, List.of(timeline)).toJson())
        .update();
  }

  private static String envelope(String id) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WireHeaders.SPEC_VERSION, "1.0");
    headers.put(WireHeaders.ID, id);
    headers.put(WireHeaders.SOURCE, "/test");
    headers.put(WireHeaders.TYPE, TYPE);
    headers.put(WireHeaders.TIME, "2026-01-01T00:00:00Z");
    headers.put(WireHeaders.SUBJECT, "parcel:1");
    headers.put(WireHeaders.CONTENT_TYPE, "application/json");
    headers.put(WireHeaders.PARTITION_KEY, "parcel:1");
    headers.put(WireHeaders.SEQUENCE, "0000000000000000001");
    headers.put(WireHeaders.TENANT_ID, "acme");
    headers.put(WireHeaders.MESSAGE_KIND, "integration-event");
    headers.put(WireHeaders.SCHEMA_VERSION, "1");
    return Envelope.of(headers, Visibility.PUBLIC).toJson();
  }
}
