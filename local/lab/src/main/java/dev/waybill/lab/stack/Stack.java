package dev.waybill.lab.stack;

import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.local.mail.MailCatcher;
import dev.waybill.local.network.Ports;
import dev.waybill.local.postgres.LocalPostgres;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Waybill on loopback: PostgreSQL, Kafka, the activity service, the relay and handlers, each a
 * process of its own, and a catcher of mails in this one. None outlives this JVM. May be closed
 * from another thread, also while it is starting.
 */
public final class Stack implements AutoCloseable {
  /** The tenant whose operators may direct the relay. */
  public static final String OPERATOR_TENANT = "demo";

  /** What the services have for an orderly end; with the servers it stays below 15 seconds. */
  static final Duration GRACE = Duration.ofSeconds(4);

  private static final String DATABASE = "waybill";

  /** Many more than a story sends; some 40 MB of files. */
  private static final int MAILS = 10_000;

  private final StackSettings settings;
  private final Startup startup;
  private final OwnedParts parts = new OwnedParts();
  private final List<RelayLinks> links = new ArrayList<>();
  private final AtomicInteger relays = new AtomicInteger();
  private final AtomicBoolean closing = new AtomicBoolean();
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
  public void start() throws SQLException {
    Checkout checkout = settings.checkout();
    // Before anything is started, since it may not be built.
    checkout.relayJar();
    Path activityJar = checkout.activityServiceJar();
    DataFolder folder = parts.own(DataFolder.open(settings.data(), settings.reset()));
    StackPorts ports = settings.ports().resolved();
    JvmOptions jvm = settings.services().jvm();

    for (int i = 0; i < settings.services().links(); i++) {
      links.add(parts.own(new RelayLinks(ports.postgres())));
    }

    long begun = System.nanoTime();
    MailCatcher mails = catchMails(folder, ports, begun);
    Service broker =
        launch(
            BrokerCommand.service(jvm, folder.kafka(), ports.kafka(), links, folder.log("kafka")));
    LocalPostgres postgres = startPostgres(folder, ports, begun);
    String jdbcUrl = postgres.jdbcUrl(DATABASE);
    TokenIssuer tokens = new TokenIssuer();
    Path publicKey = tokens.writePublicKey(folder.path());
    Service activity =
        launch(
            PackagedService.of(
                new PackagedService.Launch(
                    "activity-service", activityJar, jvm, folder.log("activity-service")),
                ports.activity(),
                ServiceSettings.activityService(jdbcUrl, publicKey)));
    String bootstrapServers = "127.0.0.1:" + ports.kafka();
    broker.awaitReady();
    up("Kafka", bootstrapServers, begun);
    // It brings the tables that subscriptions are written to.
    awaitReady(activity, begun);
    InForce subscriptions =
        new AppliedSubscriptions(checkout.contractsFolder(), postgres, DATABASE)
            .ensure(
                SubscriptionFolder.make(
                    folder.subscriptions(), checkout.subscriptionsFolder(), settings.services()));
    up("subscriptions", subscriptions.describe(), begun);
    Servers servers = new Servers(postgres, broker, bootstrapServers, folder, publicKey);
    Service relay = launch(relay("relay", ports.relay(), servers));
    Map<String, RunningHandler> handlers = new LinkedHashMap<>();
    for (HandlerPlan plan : settings.services().handlers()) {
      handlers.put(plan.name(), launch(plan, servers, ports));
    }
    awaitReady(relay, begun);
    handlers.values().forEach(handler -> awaitReady(handler.service(), begun));
    running = new Running(servers, ports, activity, relay, handlers, subscriptions, tokens, mails);
  }

  /** Unpooled connections to the writer's database. */
  public DataSource database(Role role) {
    return dataSource(running().servers().postgres(), DATABASE, role);
  }

  /** The JDBC address of the writer's database. */
  public String jdbcUrl() {
    return running().servers().postgres().jdbcUrl(DATABASE);
  }

  /** The JDBC address of a handler's database. */
  public String jdbcUrl(String handler) {
    return running().servers().postgres().jdbcUrl(handler);
  }

  /** What Kafka's clients take as {@code bootstrap.servers}. */
  public String bootstrapServers() {
    return running().servers().bootstrapServers();
  }

  /** The topics on which every message of all these types arrives. */
  public List<String> topics(String... types) {
    return running().subscriptions().topics(List.of(types));
  }

  /** The topic of a handler. */
  public String topicOf(String handler) {
    return running().subscriptions().topicOf(handler);
  }

  /** The handler whose topic it is. */
  public String handlerOf(String topic) {
    return running().subscriptions().handlerOf(topic);
  }

  /** The address of the activity service. */
  public URI activityService() {
    return PackagedService.address(running().ports().activity());
  }

  /** The address of a handler service. */
  public URI address(HandlerService handler) {
    return PackagedService.address(running().ports().handler(handler));
  }

  /** Where the relay answers. */
  public URI relayAddress() {
    return PackagedService.address(running().ports().relay());
  }

  /** The relay's process. */
  public Service relay() {
    return running().relay();
  }

  /** The broker's process. */
  public Service broker() {
    return running().servers().broker();
  }

  /** The database server. */
  public LocalPostgres postgres() {
    return running().servers().postgres();
  }

  /** The database server's superuser in the writer's database: to look and to break things. */
  public DataSource superuser() {
    return postgres().superuser(DATABASE);
  }

  /**
   * The links of the relays that have some, in the order in which the relays were started.
   *
   * @see StackServices#links()
   */
  public List<RelayLinks> links() {
    return List.copyOf(links);
  }

  /**
   * Starts one more relay of the same name, which stands by for the other.
   *
   * @param process what it is called in messages and as its log
   */
  public Service addRelay(String process) {
    return launch(relay(process, Ports.free(), running().servers()));
  }

  /**
   * Starts one more handler, with a database of its own, and does not wait for it. It is nobody's
   * subscriber: what its topic holds is the caller's business.
   */
  public RunningHandler addHandler(HandlerPlan plan) throws SQLException {
    Running current = running();
    return launch(plan, current.servers(), current.ports());
  }

  /**
   * One of the handlers that the stack was started with.
   *
   * @throws NullPointerException when it was not
   */
  public RunningHandler handler(String name) {
    return Objects.requireNonNull(running().handlers().get(name), name);
  }

  /**
   * Where the mails are that the handlers send.
   *
   * @throws NullPointerException when none of them does
   */
  public MailCatcher mails() {
    return Objects.requireNonNull(running().mails(), "no handler sends mails");
  }

  /** Who signs the tokens that the services accept. */
  public TokenIssuer tokens() {
    return running().tokens();
  }

  /**
   * A part that ended although nobody asked it to; the servers first, since the rest needs them.
   */
  public Optional<Ended> firstEnded() {
    Running current = running();
    return Stream.concat(
            current.servers().ended().stream(),
            current.services().flatMap(service -> ended(service).stream()))
        .findFirst();
  }

  /** Whether it was closed, or is being closed. */
  public boolean isClosed() {
    return closing.get();
  }

  /** Stops everything, in less than 15 seconds; data and logs stay. */
  @Override
  public void close() {
    boolean first = closing.compareAndSet(false, true);
    if (first) {
      startup.stopping();
    }
    Running current = running;
    if (current != null) {
      // All at once, since each may take its time; the parts are then awaited one by one.
      current.services().forEach(Service::askToEnd);
    }
    parts.close();
    if (first) {
      startup.stopped(settings.data());
    }
  }

  private LocalPostgres startPostgres(DataFolder folder, StackPorts ports, long begun) {
    LocalPostgres postgres =
        parts.own(
            LocalPostgres.builder().directory(folder.postgres()).port(ports.postgres()).start());
    postgres.setup().createDatabaseIfMissing(DATABASE);
    postgres.createRoles(
        DATABASE,
        settings.checkout().writerRoles(),
        Role.passwords(Role.MIGRATOR, Role.WRITER, Role.RELAY));
    up("PostgreSQL", "127.0.0.1:" + ports.postgres(), begun);
    return postgres;
  }

  /**
   * Before everything else: it is stopped after the handlers that need it, and a port that somebody
   * took since it was looked at is found out at once.
   */
  private @Nullable MailCatcher catchMails(DataFolder folder, StackPorts ports, long begun) {
    if (settings.services().handlers().stream().noneMatch(HandlerPlan::sendsMails)) {
      return null;
    }
    try {
      MailCatcher catcher = parts.own(MailCatcher.start(ports.mail(), folder.mails(), MAILS));
      up("mail catcher", "127.0.0.1:" + ports.mail(), begun);
      return catcher;
    } catch (UncheckedIOException e) {
      throw e.getCause() instanceof BindException ? ports.mailTaken() : e;
    }
  }

  private RunningHandler launch(HandlerPlan plan, Servers servers, StackPorts ports)
      throws SQLException {
    LocalPostgres postgres = servers.postgres();
    String database = database(plan);
    if (plan.role() == Role.HANDLER) {
      postgres.setup().createDatabaseIfMissing(database);
      postgres.createRoles(
          database,
          settings.checkout().handlerRoles(),
          Role.passwords(Role.MIGRATOR, Role.HANDLER));
    }
    DataSource owner = dataSource(postgres, database, Role.MIGRATOR);
    plan.prepare(owner);
    HandlerPlan.Site site =
        new HandlerPlan.Site(
            postgres.jdbcUrl(database),
            plan.role(),
            servers.bootstrapServers(),
            servers.publicKey(),
            ports,
            servers.folder().log(plan.name()),
            settings.services().jvm());
    return new RunningHandler(
        launch(plan.service(site)), dataSource(postgres, database, plan.role()), owner);
  }

  private static String database(HandlerPlan plan) {
    return plan.role() == Role.HANDLER ? plan.name() : DATABASE;
  }

  private Service relay(String process, int port, Servers servers) {
    return PackagedService.of(
        new PackagedService.Launch(
            process,
            settings.checkout().relayJar(),
            settings.services().jvm(),
            servers.folder().log(process)),
        port,
        relaySettings(servers));
  }

  private Map<String, String> relaySettings(Servers servers) {
    Duration lease = settings.services().relayLease();
    int number = relays.getAndIncrement();
    if (number < links.size()) {
      RelayLinks own = links.get(number);
      return ServiceSettings.relay(
          own.jdbcUrl(DATABASE), own.bootstrapServers(), servers.publicKey(), lease);
    }
    return ServiceSettings.relay(
        servers.postgres().jdbcUrl(DATABASE),
        servers.bootstrapServers(),
        servers.publicKey(),
        lease);
  }

  private Service launch(Service service) {
    service.start();
    return parts.own(service);
  }

  private void awaitReady(Service service, long begun) {
    service.awaitReady();
    up(service.name(), service.where(), begun);
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

  private static DataSource dataSource(LocalPostgres postgres, String database, Role role) {
    return postgres.dataSource(database, role.roleName(), role.password());
  }

  private static Optional<Ended> ended(Service service) {
    return ended(service.name(), service.exitCode(), service.log());
  }

  private static Optional<Ended> ended(String part, OptionalInt exitCode, Path log) {
    return exitCode.isPresent()
        ? Optional.of(new Ended(part, exitCode.getAsInt(), log))
        : Optional.empty();
  }

  private record Servers(
      LocalPostgres postgres,
      Service broker,
      String bootstrapServers,
      DataFolder folder,
      Path publicKey) {
    Optional<Ended> ended() {
      return Stack.ended("PostgreSQL", postgres.exitCode(), postgres.logFile())
          .or(() -> Stack.ended("Kafka", broker.exitCode(), broker.log()));
    }
  }

  private record Running(
      Servers servers,
      StackPorts ports,
      Service activity,
      Service relay,
      Map<String, RunningHandler> handlers,
      InForce subscriptions,
      TokenIssuer tokens,
      @Nullable MailCatcher mails) {

    Stream<Service> services() {
      return Stream.concat(
          Stream.of(activity, relay), handlers.values().stream().map(RunningHandler::service));
    }
  }
}
