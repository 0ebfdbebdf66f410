/**
 * The whole of Waybill on one machine: PostgreSQL, Kafka and the packaged services, each a process
 * of its own on loopback. Knows nothing of what is done with it.
 */
@NullMarked
package dev.waybill.lab.stack;

import org.jspecify.annotations.NullMarked;
