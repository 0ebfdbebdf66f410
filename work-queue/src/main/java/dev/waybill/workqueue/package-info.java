/**
 * Claims rows of a caller's PostgreSQL table under a lease with a fencing value and records what
 * became of them, all by the database's clock. Owns the columns of the lease; knows neither what
 * the work is nor how it is done.
 */
@NullMarked
package dev.waybill.workqueue;

import org.jspecify.annotations.NullMarked;
