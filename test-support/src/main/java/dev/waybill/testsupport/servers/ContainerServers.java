package dev.waybill.testsupport.servers;

import dev.waybill.local.postgres.PostgresSetup;
import org.jspecify.annotations.Nullable;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Servers in containers, for machines that no embedded PostgreSQL exists for. Waybill's own build
 * has no container engine: it compiles this and checks the images, and never runs it.
 */
final class ContainerServers implements TestServers {
  static final String POSTGRES_IMAGE = "postgres:18";
  static final String KAFKA_IMAGE = "apache/kafka:4.3.1";

  private @Nullable PostgreSQLContainer postgres;
  private @Nullable KafkaContainer kafka;

  @Override
  public synchronized PostgresSetup postgres() {
    if (postgres == null) {
      postgres =
          new PostgreSQLContainer(POSTGRES_IMAGE)
              .withCommand("postgres", "-c", "wal_level=logical", "-c", "fsync=off");
      postgres.start();
    }
    return PostgresSetup.at(
        "jdbc:postgresql://%s:%d/postgres?user=%s&password=%s"
            .formatted(
                postgres.getHost(),
                postgres.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
                postgres.getUsername(),
                postgres.getPassword()));
  }

  @Override
  public synchronized String bootstrapServers() {
    if (kafka == null) {
      kafka =
          new KafkaContainer(KAFKA_IMAGE)
              .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
              .withEnv("KAFKA_AUTHORIZER_CLASS_NAME", EmbeddedServers.AUTHORIZER)
              .withEnv("KAFKA_ALLOW_EVERYONE_IF_NO_ACL_FOUND", "true");
      kafka.start();
    }
    return kafka.getBootstrapServers();
  }

  @Override
  public synchronized void close() {
    if (kafka != null) {
      kafka.stop();
    }
    if (postgres != null) {
      postgres.stop();
    }
  }
}
