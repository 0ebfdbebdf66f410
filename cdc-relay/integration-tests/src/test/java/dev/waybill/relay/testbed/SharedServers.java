package dev.waybill.relay.testbed;

import dev.waybill.local.kafka.LocalKafka;
import dev.waybill.local.postgres.LocalPostgres;

/** One PostgreSQL and one broker for all tests of this JVM; they end with it. */
final class SharedServers {

  private SharedServers() {}

  static LocalPostgres postgres() {
    return Postgres.INSTANCE;
  }

  static LocalKafka kafka() {
    return Kafka.INSTANCE;
  }

  private static final class Postgres {
    static final LocalPostgres INSTANCE =
        LocalPostgres.builder()
            .durable(false)
            .setting("max_replication_slots", "200")
            .setting("max_wal_senders", "60")
            .setting("max_connections", "300")
            .setting("wal_sender_timeout", "6s")
            .start();
  }

  private static final class Kafka {
    // Everybody may do everything, until a test denies it on a topic of its own.
    static final LocalKafka INSTANCE =
        LocalKafka.builder()
            .setting(
                "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
            .setting("allow.everyone.if.no.acl.found", "true")
            .start();
  }
}
