/**
 * What doctor looks at in Kafka: the cluster, the ledger topic, the handler topics, transactions
 * that stall readers. Reads only. Knows nothing of PostgreSQL.
 */
@NullMarked
package dev.waybill.cli.doctor.kafka;

import org.jspecify.annotations.NullMarked;
