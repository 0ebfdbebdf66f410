package dev.waybill.testsupport.servers;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.PostgresSetup;
import org.jspecify.annotations.Nullable;

/** Servers from the class path, on loopback: PostgreSQL as a child process, Kafka in this JVM. */
final class EmbeddedServers implements TestServers {
  private @Nullable LocalPostgres postgres;
  private @Nullable LocalKafka kafka;

  @Override
  public synchronized PostgresSetup postgres() {
    if (postgres == null) {
      postgres = LocalPostgres.builder().durable(false).start();
    }
    return postgres.setup();
  }

  @Override
  public synchronized String bootstrapServers() {
    if (kafka == null) {
      kafka = LocalKafka.builder().start();
    }
    return kafka.bootstrapServers();
  }

  @Override
  public synchronized void close() {
    if (kafka != null) {
      kafka.close();
    }
    if (postgres != null) {
      postgres.close();
    }
  }
}
