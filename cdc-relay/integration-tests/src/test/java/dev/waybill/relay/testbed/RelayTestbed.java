package dev.waybill.relay.testbed;

import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import dev.waybill.relay.install.RelaySchema;
import dev.waybill.relay.settings.RelayProperties;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One database of its own with the outbox's tables and the three roles, on servers that all tests
 * of the JVM share, and names that no other test uses.
 */
public final class RelayTestbed {

  private static final String PASSWORD = "secret";
  private static final String SUPERUSER = "postgres";
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final LocalPostgres postgres;
  private final LocalKafka kafka;
  private final String name;
  private final @Nullable Clients clients;

  private RelayTestbed(LocalPostgres postgres, LocalKafka kafka, String name, boolean serverStays) {
    this.postgres = postgres;
    this.kafka = kafka;
    this.name = name;
    this.clients = serverStays ? new Clients(this::connections) : null;
  }

  /** A fresh database on the shared servers, with the starter's tables and the relay's. */
  public static RelayTestbed create() {
    return create(SharedServers.kafka());
  }

  /** A fresh database on the shared server, with a broker of the test's own. */
  public static RelayTestbed create(LocalKafka kafka) {
    RelayTestbed testbed = new RelayTestbed(SharedServers.postgres(), kafka, nextName(), true);
    testbed.postgres.copyDatabase(Template.NAME, testbed.name);
    testbed.createRoles();
    return testbed;
  }

  /** A fresh database on a server of the test's own, with the shared broker. */
  public static RelayTestbed create(LocalPostgres postgres) {
    return create(postgres, SharedServers.kafka());
  }

  /** A fresh database on servers of the test's own, which it may restart. */
  public static RelayTestbed create(LocalPostgres postgres, LocalKafka kafka) {
    RelayTestbed testbed = new RelayTestbed(postgres, kafka, nextName(), false);
    testbed.createDatabase();
    return testbed;
  }

  private static String nextName() {
    return "t" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
  }

  /** Creates the database with roles, the starter's tables and the relay's. */
  public void createDatabase() {
    postgres.createDatabase(name);
    createRoles();
    migrate();
  }

  /** Makes the starter's tables and the relay's, where there are none. */
  public void migrate() {
    new OutboxSchema(
            SchemaMode.MIGRATE,
            source("waybill_writer"),
            source("waybill_migrator"),
            Map.of("writer", "waybill_writer", "relay", "waybill_relay"))
        .prepare();
    migrateRelay();
  }

  private void createRoles() {
    postgres.createRoles(
        name,
        resource("dev/waybill/outbox/roles.sql"),
        Map.of(
            "waybill_migrator", PASSWORD, "waybill_writer", PASSWORD, "waybill_relay", PASSWORD));
  }

  /** The relay's name; its database has the same. */
  public String name() {
    return name;
  }

  public LocalPostgres postgres() {
    return postgres;
  }

  public LocalKafka kafka() {
    return kafka;
  }

  /** The topic of a handler in this testbed. */
  public String topic(String handler) {
    return name + "." + handler;
  }

  public String slot() {
    return "waybill_" + name;
  }

  /** Copies one line of {@link TestMessage#copyLine} into the outbox, as the writer. */
  public void copy(String line) {
    try (Connection connection = source("waybill_writer").getConnection()) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(TestMessage.COPY, new StringReader(line));
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Drops the slot once nobody reads it. */
  public void dropSlot() {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(
            () ->
                as("waybill_relay")
                    .sql("SELECT pg_drop_replication_slot(:slot)::text")
                    .param("slot", slot())
                    .query((row, index) -> true)
                    .single());
  }

  public DataSource source(String role) {
    return postgres.dataSource(name, role, PASSWORD);
  }

  public JdbcClient as(String role) {
    return clients == null ? JdbcClient.create(connections(role)) : clients.as(role);
  }

  /** For breaking things that no role of ours may break. */
  public JdbcClient asSuperuser() {
    return as(SUPERUSER);
  }

  /** Leaves the database to those who need it to themselves. */
  public void disconnect() {
    if (clients != null) {
      clients.close();
    }
  }

  private DataSource connections(String role) {
    return role.equals(SUPERUSER) ? postgres.superuser(name) : source(role);
  }

  /** Like {@link #asSuperuser()}, in another database. */
  public JdbcClient asSuperuser(String database) {
    return JdbcClient.create(postgres.superuser(database));
  }

  public void createTopic(String topic, int partitions) {
    admin(admin -> admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all());
  }

  /** Makes a topic that needs both brokers, of which the first leads it. */
  public void createTopicOn(String topic, int partitions, LocalKafka first, LocalKafka second) {
    Map<Integer, List<Integer>> replicas = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      replicas.put(partition, List.of(first.nodeId(), second.nodeId()));
    }
    NewTopic wanted = new NewTopic(topic, replicas).configs(Map.of("min.insync.replicas", "2"));
    admin(admin -> admin.createTopics(List.of(wanted)).all());
  }

  public void addPartitions(String topic, int total) {
    admin(admin -> admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total))).all());
  }

  public void deleteTopic(String topic) {
    admin(admin -> admin.deleteTopics(List.of(topic)).all());
  }

  /** Denies everybody writing to a topic; {@link #allow} takes it back. */
  public void denyWrites(String topic) {
    admin(
        admin ->
            admin
                .createAcls(
                    List.of(
                        acl(topic, AclOperation.ALL, AclPermissionType.ALLOW),
                        acl(topic, AclOperation.WRITE, AclPermissionType.DENY)))
                .all());
  }

  public void allow(String topic) {
    ResourcePatternFilter pattern =
        new ResourcePatternFilter(ResourceType.TOPIC, topic, PatternType.LITERAL);
    admin(
        admin ->
            admin
                .deleteAcls(List.of(new AclBindingFilter(pattern, AccessControlEntryFilter.ANY)))
                .all()
                .thenApply(deleted -> null));
  }

  private static AclBinding acl(String topic, AclOperation operation, AclPermissionType type) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry("User:*", "*", operation, type));
  }

  /** Changes a setting of a topic. */
  public void configureTopic(String topic, String name, String value) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp set = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    admin(admin -> admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all());
  }

  /** A setting of a topic, as the broker has it. */
  public String topicSetting(String topic, String name) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return admin(admin -> admin.describeConfigs(List.of(resource)).values().get(resource))
        .get(name)
        .value();
  }

  /** The state that the view of records shows for each message, by id. */
  public Map<UUID, String> states() {
    Map<UUID, String> states = new HashMap<>();
    as("waybill_relay")
        .sql("SELECT message_id, state FROM outbox.record")
        .query(
            row -> {
              states.put(row.getObject("message_id", UUID.class), row.getString("state"));
            });
    return states;
  }

  /** Makes a topic with a clean-up policy. */
  public void createTopic(String topic, int partitions, String cleanup) {
    NewTopic wanted =
        new NewTopic(topic, partitions, (short) 1).configs(Map.of("cleanup.policy", cleanup));
    admin(admin -> admin.createTopics(List.of(wanted)).all());
  }

  /** The end of the WAL now. */
  public String currentLsn() {
    return as("waybill_relay")
        .sql("SELECT pg_current_wal_lsn()::text")
        .query(String.class)
        .single();
  }

  /** Whether the slot is confirmed beyond a position. */
  public boolean confirmedAfter(String lsn) {
    return as("waybill_relay")
        .sql(
            """
            SELECT confirmed_flush_lsn > :lsn::pg_lsn
            FROM pg_replication_slots
            WHERE slot_name = :slot
            """)
        .param("lsn", lsn)
        .param("slot", slot())
        .query(Boolean.class)
        .single();
  }

  /** The fencing value of the lease, which grows with every session that began to publish. */
  public long fencingValue() {
    return as("waybill_relay")
        .sql("SELECT fencing_value FROM outbox.relay_lease")
        .query(Long.class)
        .single();
  }

  private <T> T admin(Function<Admin, KafkaFuture<T>> call) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
      return call.apply(admin).get(30, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A login that may do what the relay may but for what its attributes lack, as settings. */
  public Map<String, String> login(String role, String attributes, String password) {
    asSuperuser()
        .sql("CREATE ROLE " + role + " LOGIN " + attributes + " IN ROLE waybill_relay")
        .update();
    return Map.of(
        "waybill.relay.database.username", role, "waybill.relay.database.password", password);
  }

  /** The revisions by which the relay routes: the newest, and the former ones that still count. */
  public String routedBy() {
    return as("waybill_relay")
        .sql("SELECT revision || ' ' || former_revisions::text FROM outbox.relay_lease")
        .query(String.class)
        .single();
  }

  /** Applies a revision that subscribes each handler to every type of {@link TestMessage}. */
  public void subscribe(String... handlers) {
    List<Subscription> subscriptions = new ArrayList<>();
    for (String handler : handlers) {
      subscriptions.add(subscription(handler, Status.ACTIVE, Visibility.PUBLIC));
    }
    apply(subscriptions);
  }

  public Subscription subscription(String handler, Status status, Visibility clearance) {
    return new Subscription(
        new HandlerId(handler),
        "team-tests",
        topic(handler),
        new Subscription.Layout(3, Ordering.KEY),
        status,
        clearance,
        List.of(new Subscription.Entry(TestMessage.TYPE, new TreeSet<>(List.of(1)))));
  }

  public void apply(List<Subscription> subscriptions) {
    as("waybill_migrator")
        .sql(
            """
            INSERT INTO outbox.subscription_revision (revision, applied_by, reason, document)
            SELECT coalesce(max(revision), 0) + 1, 'test', 'test', :document
            FROM outbox.subscription_revision
            """)
        .param("document", new SubscriptionRevision(1, subscriptions).toJson())
        .update();
  }

  /** The relay's settings, as properties. */
  public Map<String, String> settings() {
    return Map.ofEntries(
        Map.entry("waybill.relay.name", name),
        Map.entry("waybill.relay.database.url", postgres.jdbcUrl(name)),
        Map.entry("waybill.relay.database.username", "waybill_relay"),
        Map.entry("waybill.relay.database.password", PASSWORD),
        Map.entry("waybill.relay.migrator.username", "waybill_migrator"),
        Map.entry("waybill.relay.migrator.password", PASSWORD),
        Map.entry("waybill.relay.schema", "none"),
        Map.entry("waybill.relay.topics", "create"),
        Map.entry("waybill.relay.development", "true"),
        Map.entry("waybill.relay.topic-prefix", name),
        Map.entry("waybill.relay.lease-duration", "3s"),
        Map.entry("waybill.relay.stream.heartbeat-interval", "500ms"),
        Map.entry("waybill.relay.kafka.bootstrap-servers", kafka.bootstrapServers()),
        Map.entry("server.port", "0"),
        // The starter is on the tests' class path for its migrations; a relay has none of it.
        Map.entry(
            "spring.autoconfigure.exclude",
            "dev.waybill.outbox.autoconfigure.OutboxAutoConfiguration"));
  }

  /** Makes the relay's tables once, so that not every relay of every test looks whether to. */
  private void migrateRelay() {
    Map<String, String> migrating = new HashMap<>(settings());
    migrating.put("waybill.relay.schema", "migrate");
    RelayProperties relay =
        new Binder(new MapConfigurationPropertySource(migrating))
            .bind("waybill.relay", RelayProperties.class)
            .get();
    new RelaySchema(relay, as("waybill_relay")).ensure();
  }

  private static String resource(String path) {
    try (InputStream in = RelayTestbed.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What each test's database is a copy of: migrating costs a second, copying a tenth of that. */
  private static final class Template {

    static final String NAME = make();

    private static String make() {
      return create(SharedServers.postgres(), SharedServers.kafka()).name;
    }
  }
}
