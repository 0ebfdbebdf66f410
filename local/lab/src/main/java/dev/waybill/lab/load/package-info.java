/**
 * Writes to the outbox in every way that a service or a script might, as the writer's role, and
 * remembers what it committed. Knows nothing of the relay.
 */
@NullMarked
package dev.waybill.lab.load;

import org.jspecify.annotations.NullMarked;
