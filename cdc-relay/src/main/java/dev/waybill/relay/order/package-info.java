/**
 * What operators order, and on whose word: orders as rows that any process may take and the lease
 * holder carries out, and the audit. Knows nothing of how an order is carried out, and nothing of
 * HTTP.
 */
@NullMarked
package dev.waybill.relay.order;

import org.jspecify.annotations.NullMarked;
