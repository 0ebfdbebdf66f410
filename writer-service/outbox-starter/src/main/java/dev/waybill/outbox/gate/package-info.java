/**
 * Shows which versions the applied subscriptions let through. The gate itself is in the database,
 * in the statement that stages; knows no messages.
 */
@NullMarked
package dev.waybill.outbox.gate;

import org.jspecify.annotations.NullMarked;
