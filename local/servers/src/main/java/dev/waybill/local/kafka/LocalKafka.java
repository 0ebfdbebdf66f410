package dev.waybill.local.kafka;

import dev.waybill.local.files.Folders;

/**
 * A Kafka broker in this JVM, on loopback, without replication; the first of a cluster is its
 * controller as well. Topics are never made automatically. A broker that is to be killed or frozen
 * runs through {@link LocalKafkaMain} instead. Safe for use from several threads.
 */
public final class LocalKafka implements AutoCloseable {
  private final Broker broker;
  private final boolean temporary;

  LocalKafka(Broker broker, boolean temporary) {
    this.broker = broker;
    this.temporary = temporary;
  }

  /** Begins to describe a broker. */
  public static LocalKafkaBuilder builder() {
    return new LocalKafkaBuilder();
  }

  /**
   * Begins to describe a second broker of the same cluster; topics must be assigned to it by hand.
   */
  public LocalKafkaBuilder second() {
    return new LocalKafkaBuilder().joining(broker);
  }

  /** What clients take as {@code bootstrap.servers}; the same for the whole life of this object. */
  public String bootstrapServers() {
    return "127.0.0.1:" + broker.port();
  }

  /** The broker's number in its cluster. */
  public int nodeId() {
    return Integer.parseInt(broker.setting("node.id"));
  }

  /** The port for clients. */
  public int port() {
    return broker.port();
  }

  /** Stops the broker in an orderly way; its data stays. */
  public synchronized void stop() {
    broker.stop();
  }

  /** Starts a stopped broker again, on the same data and port. */
  public synchronized void start() {
    broker.start();
  }

  /** Stops the broker; temporary data is removed. */
  @Override
  public synchronized void close() {
    if (broker.isRunning()) {
      broker.stop();
    }
    if (temporary) {
      Folders.delete(broker.folder());
    }
  }
}
