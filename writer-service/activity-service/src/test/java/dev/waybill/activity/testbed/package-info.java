/** Starts the service on a database of its own and speaks to it with signed tokens. */
@NullMarked
package dev.waybill.activity.testbed;

import org.jspecify.annotations.NullMarked;
