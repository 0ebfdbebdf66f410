package dev.waybill.lab.stack;

import dev.waybill.local.kafka.LocalKafkaMain;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.process.ChildProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Waybill on loopback: PostgreSQL, Kafka, the activity service and the relay, each a process of its
 * own. None outlives this JVM. May be closed from another thread, also while it is starting.
 */
public final class Stack implements AutoCloseable {
  /** What each process has for an orderly end; all together stay below 15 seconds. */
  static final Duration GRACE = Duration.ofSeconds(4);

  static final String DATABASE = "waybill";
  private static final Duration BROKER_TIME = Duration.ofSeconds(90);

  private final StackSettings settings;
  private final Startup startup;
  private final OwnedParts parts = new OwnedParts();
  private volatile @Nullable Running running;

  /** Describes a stack; nothing is started yet. */
  public Stack(StackSettings settings, Startup startup) {
    this.settings = settings;
    this.startup = startup;
  }

  /**
   * Starts everything and waits until it is ready.
   *
   * @throws dev.waybill.cli.terminal.CommandFailure when a port is taken, the disk is full, or a
   *     part does not come up; what did come up is stopped by {@link #close}
   */
  public void start() {
    Checkout checkout = settings.checkout();
    Path relayJar = checkout.relayJar();
    Path activityJar = checkout.activityServiceJar();
    DataFolder folder = parts.own(DataFolder.open(settings.data(), settings.reset()));
    StackPorts ports = settings.ports().resolved();

    long begun = System.nanoTime();
    ChildProcess broker =
        parts.own(BrokerCommand.start(folder.kafka(), ports.kafka(), folder.log("kafka")));
    LocalPostgres postgres =
        parts.own(
            LocalPostgres.builder().directory(folder.postgres()).port(ports.postgres()).start());
    postgres.setup().createDatabaseIfMissing(DATABASE);
    postgres.createRoles(DATABASE, checkout.rolesScript(), Role.passwords());
    up("PostgreSQL", "127.0.0.1:" + ports.postgres(), begun);
    broker.awaitLine(LocalKafkaMain.READY, BROKER_TIME);
    up("Kafka", "127.0.0.1:" + ports.kafka(), begun);

    String jdbcUrl = postgres.jdbcUrl(DATABASE);
    TokenIssuer tokens = TokenIssuer.create(folder.publicKey());
    Service activity =
        service(
            "activity-service",
            activityJar,
            ports.activity(),
            folder,
            ServiceSettings.activityService(jdbcUrl, folder.publicKey()));
    AppliedSubscriptions.apply(checkout.subscriptionsFolder(), jdbcUrl);
    Service relay =
        service(
            "relay",
            relayJar,
            ports.relay(),
            folder,
            ServiceSettings.relay(jdbcUrl, "127.0.0.1:" + ports.kafka(), settings.relayLease()));
    running = new Running(postgres, "127.0.0.1:" + ports.kafka(), activity, relay, tokens);
  }

  /** Unpooled connections to the writer's database. */
  public DataSource database(Role role) {
    return running().postgres().dataSource(DATABASE, role.roleName(), role.password());
  }

  /** The JDBC address of the writer's database. */
  public String jdbcUrl() {
    return running().postgres().jdbcUrl(DATABASE);
  }

  /** What Kafka's clients take as {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return running().bootstrapServers();
  }

  /** The address of the activity service. */
  public URI activityService() {
    return running().activity().address();
  }

  /** The relay's process. */
  public Service relay() {
    return running().relay();
  }

  /** Who signs the tokens that the services accept. */
  public TokenIssuer tokens() {
    return running().tokens();
  }

  /** A service that ended although nobody asked it to. */
  public Optional<Service> firstDeadService() {
    return Stream.of(running().activity(), running().relay())
        .filter(service -> !service.isAlive())
        .findFirst();
  }

  /** Whether it was closed, or is being closed. */
  public boolean isClosed() {
    return parts.isClosed();
  }

  /** Stops everything, in less than 15 seconds; data and logs stay. */
  @Override
  public void close() {
    Running current = running;
    if (current != null) {
      // Both at once, since each may take its time; the parts are then awaited one by one.
      current.relay().askToEnd();
      current.activity().askToEnd();
    }
    parts.close();
  }

  private Service service(
      String name, Path jar, int port, DataFolder folder, Map<String, String> properties) {
    long begun = System.nanoTime();
    Service service = new Service(name, jar, port, folder.log(name), properties);
    service.start();
    parts.own(service);
    service.awaitReady();
    up(name, service.address().toString(), begun);
    return service;
  }

  private void up(String part, String where, long begun) {
    startup.up(part, where, Duration.ofNanos(System.nanoTime() - begun).toMillis());
  }

  private Running running() {
    Running current = running;
    if (current == null) {
      throw new IllegalStateException("the stack is not running");
    }
    return current;
  }

  private record Running(
      LocalPostgres postgres,
      String bootstrapServers,
      Service activity,
      Service relay,
      TokenIssuer tokens) {}
}
