/**
 * Faults that strike a running stack, one class each, and the deck that they are dealt from. Knows
 * nothing of what is checked afterwards.
 */
@NullMarked
package dev.waybill.lab.fault;

import org.jspecify.annotations.NullMarked;
