/**
 * The one place that writes {@code outbox.message}, in the transaction that Spring manages for the
 * data source. Knows nothing of catalogues and of what a valid message is.
 */
@NullMarked
package dev.waybill.outbox.table;

import org.jspecify.annotations.NullMarked;
