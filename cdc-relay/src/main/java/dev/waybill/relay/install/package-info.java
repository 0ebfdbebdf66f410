/**
 * Database, schema, publication and slot: what must hold before the engine starts, with the remedy
 * where it does not. Knows nothing of Kafka.
 */
@NullMarked
package dev.waybill.relay.install;

import org.jspecify.annotations.NullMarked;
