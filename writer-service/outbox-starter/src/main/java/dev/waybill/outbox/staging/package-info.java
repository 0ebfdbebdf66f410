/**
 * Turns a message into what is stored: checks it against the catalogue and the limits, gives it its
 * id and renders its envelope. Knows no SQL.
 */
@NullMarked
package dev.waybill.outbox.staging;

import org.jspecify.annotations.NullMarked;
