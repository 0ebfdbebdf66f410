/**
 * The benchmark {@code relay-drain}: how fast a backlog goes through the relay, in one run with an
 * engine that discards it and with nothing but its decoding by the server.
 */
@NullMarked
package dev.waybill.benchmarks.drain;

import org.jspecify.annotations.NullMarked;
