/** A table of work with a history of its changes, and the oracle that judges it. */
@NullMarked
package dev.waybill.workqueue.testbed;

import org.jspecify.annotations.NullMarked;
