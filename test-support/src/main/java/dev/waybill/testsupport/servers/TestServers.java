package dev.waybill.testsupport.servers;

import dev.waybill.local.postgres.PostgresSetup;

/**
 * One PostgreSQL and one Kafka that were started for tests. A server starts when first asked for.
 */
interface TestServers extends AutoCloseable {
  /** PostgreSQL with logical WAL, as superuser. */
  PostgresSetup postgres();

  /** What Kafka's clients take as {@code bootstrap.servers}. */
  String bootstrapServers();

  /** Stops what was started. */
  @Override
  void close();
}
