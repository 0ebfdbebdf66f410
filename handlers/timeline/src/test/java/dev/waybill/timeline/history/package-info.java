/** Tests of the tables, in a real database. */
@NullMarked
package dev.waybill.timeline.history;

import org.jspecify.annotations.NullMarked;
