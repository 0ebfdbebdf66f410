/**
 * Where it is decided whether every subscriber reads what is about to be staged. Knows no tables
 * and no messages.
 */
@NullMarked
package dev.waybill.outbox.gate;

import org.jspecify.annotations.NullMarked;
