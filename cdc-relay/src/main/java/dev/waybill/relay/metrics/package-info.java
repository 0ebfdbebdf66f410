/**
 * The relay's meters: one catalogue, and what fills it. Reads what others keep, and is told of
 * batches; decides nothing.
 */
@NullMarked
package dev.waybill.relay.metrics;

import org.jspecify.annotations.NullMarked;
