/**
 * Runs deliveries that are taken in already: claimed from the inbox under a lease, run by
 * themselves, and their outcome recorded under the same lease. Knows no consumer.
 */
@NullMarked
package dev.waybill.handler.attempt;

import org.jspecify.annotations.NullMarked;
