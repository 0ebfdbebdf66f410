/**
 * Watches from outside, while a stack runs, that the slot never confirms what Kafka does not have.
 * Knows the outbox's table and the topics, and nothing of how the relay works.
 */
@NullMarked
package dev.waybill.lab.witness;

import org.jspecify.annotations.NullMarked;
