/**
 * What a good team writes without Waybill, in a process of its own: a plain spring-kafka record
 * listener that handles a message once in effect, with one database transaction for each record.
 * Knows nothing of rounds and reports.
 */
@NullMarked
package dev.waybill.benchmarks.listener;

import org.jspecify.annotations.NullMarked;
