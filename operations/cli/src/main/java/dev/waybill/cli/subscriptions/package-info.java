/**
 * The commands {@code waybill subscriptions …}, and the table that holds the applied revisions.
 * Knows nothing of how a subscription is routed.
 */
@NullMarked
package dev.waybill.cli.subscriptions;

import org.jspecify.annotations.NullMarked;
