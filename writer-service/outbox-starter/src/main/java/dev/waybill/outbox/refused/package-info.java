/**
 * The ways in which staging refuses a message, each a type of its own with the field and the
 * remedy. Knows nothing of how they are found.
 */
@NullMarked
package dev.waybill.outbox.refused;

import org.jspecify.annotations.NullMarked;
