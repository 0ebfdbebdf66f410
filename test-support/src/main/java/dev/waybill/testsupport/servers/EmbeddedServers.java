package dev.waybill.testsupport.servers;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.PostgresSetup;
import org.jspecify.annotations.Nullable;

/** Servers from the class path, on loopback: PostgreSQL as a child process, Kafka in this JVM. */
final class EmbeddedServers implements TestServers {
  static final String AUTHORIZER = "org.apache.kafka.metadata.authorizer.StandardAuthorizer";

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
      // Everybody may do everything, until a test denies it on a topic of its own.
      kafka =
          LocalKafka.builder()
              .setting("authorizer.class.name", AUTHORIZER)
              .setting("allow.everyone.if.no.acl.found", "true")
              .start();
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
