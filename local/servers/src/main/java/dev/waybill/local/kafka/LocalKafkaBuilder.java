package dev.waybill.local.kafka;

import dev.waybill.local.files.Folders;
import dev.waybill.local.network.Ports;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link LocalKafka}. By default: temporary folder, free ports, no automatic topics.
 */
public final class LocalKafkaBuilder {
  private static final int NODE_ID = 1;
  static final String CONTROLLER_LISTENER = "CONTROLLER";
  private static final String VOTERS = "controller.quorum.voters";

  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Map<Integer, Integer> links = new LinkedHashMap<>();
  private @Nullable Broker first;
  private @Nullable Path directory;
  private int port;
  private int advertisedPort;

  LocalKafkaBuilder() {
    settings.put("auto.create.topics.enable", "false");
    settings.put("default.replication.factor", "1");
    settings.put("min.insync.replicas", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "4");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    // On loopback a member that is silent for two seconds is gone.
    settings.put("group.min.session.timeout.ms", "2000");
    // After a kill the broker may register again only when its former session has ended.
    settings.put("broker.session.timeout.ms", "3000");
    settings.put("broker.heartbeat.interval.ms", "500");
    // A small machine runs this beside everything else.
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("log.cleaner.dedupe.buffer.size", "4194304");
    settings.put("log.index.size.max.bytes", "1048576");
  }

  LocalKafkaBuilder joining(Broker controller) {
    first = controller;
    return this;
  }

  /** Keeps the data in {@code folder}, where a later start finds it again. */
  public LocalKafkaBuilder directory(Path folder) {
    directory = folder;
    return this;
  }

  /** The port for clients; 0 picks a free one, which then stays the same. */
  public LocalKafkaBuilder port(int number) {
    port = number;
    return this;
  }

  /** The port that the broker tells its clients, when they are to come through a proxy. */
  public LocalKafkaBuilder advertisedPort(int number) {
    advertisedPort = number;
    return this;
  }

  /**
   * Listens on one more port, for clients that come through a proxy of their own: a broker tells
   * each client to come back by the way it came.
   *
   * @param proxied the port to listen on, which the proxy forwards to
   * @param advertised the proxy's own port
   */
  public LocalKafkaBuilder link(int proxied, int advertised) {
    links.put(proxied, advertised);
    return this;
  }

  /** Sets a broker setting, as in {@code server.properties}; a later one wins. */
  public LocalKafkaBuilder setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * Starts the broker and waits until it serves.
   *
   * @throws IllegalStateException when it does not come up
   */
  public LocalKafka start() {
    HostJvm.protect();
    Broker broker = broker();
    LocalKafka kafka = new LocalKafka(broker, directory == null);
    try {
      kafka.start();
      return kafka;
    } catch (RuntimeException e) {
      kafka.close();
      throw e;
    }
  }

  Broker broker() {
    Path folder =
        directory == null ? Folders.temporary("waybill-kafka-data-") : directory.toAbsolutePath();
    int clients = port == 0 ? Ports.free() : port;
    Broker controller = first;
    return controller == null
        ? new Broker(
            folder, clients, Uuid.randomUuid().toString(), alone(folder, clients, Ports.free()))
        : new Broker(folder, clients, controller.clusterId(), joined(controller, folder, clients));
  }

  private Properties alone(Path folder, int clients, int controller) {
    Properties properties = properties(folder, NODE_ID, clients);
    properties.setProperty("process.roles", "broker,controller");
    properties.setProperty(VOTERS, NODE_ID + "@127.0.0.1:" + controller);
    properties.setProperty(
        "listeners",
        "%s,%s://127.0.0.1:%d".formatted(listeners(clients), CONTROLLER_LISTENER, controller));
    properties.putAll(settings);
    return properties;
  }

  private Properties joined(Broker controller, Path folder, int clients) {
    Properties properties = properties(folder, NODE_ID + 1, clients);
    properties.setProperty("process.roles", "broker");
    properties.setProperty(VOTERS, controller.setting(VOTERS));
    properties.setProperty("listeners", listeners(clients));
    properties.putAll(settings);
    return properties;
  }

  private String listeners(int clients) {
    StringBuilder all = new StringBuilder(listener("PLAINTEXT", clients));
    links.keySet().forEach(port -> all.append(',').append(listener(link(port), port)));
    return all.toString();
  }

  private String advertised(int clients) {
    int port = advertisedPort == 0 ? clients : advertisedPort;
    StringBuilder all = new StringBuilder(listener("PLAINTEXT", port));
    links.forEach((proxied, own) -> all.append(',').append(listener(link(proxied), own)));
    return all.toString();
  }

  private String protocols() {
    StringBuilder all =
        new StringBuilder("PLAINTEXT:PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    links.keySet().forEach(port -> all.append(',').append(link(port)).append(":PLAINTEXT"));
    return all.toString();
  }

  private static String link(int port) {
    return "LINK" + port;
  }

  private static String listener(String name, int port) {
    return name + "://127.0.0.1:" + port;
  }

  private Properties properties(Path folder, int node, int clients) {
    Properties properties = new Properties();
    properties.setProperty("node.id", Integer.toString(node));
    properties.setProperty("controller.listener.names", CONTROLLER_LISTENER);
    properties.setProperty("advertised.listeners", advertised(clients));
    properties.setProperty("listener.security.protocol.map", protocols());
    properties.setProperty("log.dirs", folder.resolve("data").toString());
    return properties;
  }
}
