/** Tests of the table, in a real database. */
@NullMarked
package dev.waybill.dashboard.counts;

import org.jspecify.annotations.NullMarked;
