/**
 * When failed work is tried again, and when it has failed for good. Plain Java: counts and chance
 * come in, a decision goes out. No Spring, no JDBC, no clock.
 */
@NullMarked
package dev.waybill.workqueue.retry;

import org.jspecify.annotations.NullMarked;
