/**
 * What a delivery may be and become. Plain Java; the inbox's trigger refuses the same jumps, and a
 * test compares the two. No Spring, no Kafka, no JDBC.
 */
@NullMarked
package dev.waybill.handler.state;

import org.jspecify.annotations.NullMarked;
