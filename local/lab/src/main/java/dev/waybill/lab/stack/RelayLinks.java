package dev.waybill.lab.stack;

import dev.waybill.local.kafka.LocalKafkaMain;
import dev.waybill.local.network.Ports;

/** The ways of one relay to PostgreSQL and to Kafka, each of which can be cut. */
public final class RelayLinks implements AutoCloseable {
  private final Link postgres;
  private final Link kafka;
  private final int listener = Ports.free();

  RelayLinks(int postgresPort) {
    this.postgres = new Link(postgresPort);
    this.kafka = new Link(listener);
  }

  /** The way to the writer's database. */
  public Link postgres() {
    return postgres;
  }

  /** The way to the broker. */
  public Link kafka() {
    return kafka;
  }

  String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(postgres.port(), database);
  }

  String bootstrapServers() {
    return "127.0.0.1:" + kafka.port();
  }

  /** What the broker must be told, so that it sends its clients back by this way. */
  String brokerArgument() {
    return LocalKafkaMain.link(listener, kafka.port());
  }

  @Override
  public void close() {
    postgres.close();
    kafka.close();
  }
}
