/**
 * What doctor looks at in the writer's database: server, roles, schema, publication, slot, relay,
 * partitions, transactions. Reads only. Knows nothing of Kafka.
 */
@NullMarked
package dev.waybill.cli.doctor.database;

import org.jspecify.annotations.NullMarked;
