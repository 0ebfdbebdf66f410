/**
 * Runs what may only happen once the current transaction has committed, in this process and without
 * a row. Knows nothing of what that is.
 */
@NullMarked
package dev.waybill.outbox.aftercommit;

import org.jspecify.annotations.NullMarked;
