/** The order in which the bus does things. */
@NullMarked
package dev.waybill.activity.command;

import org.jspecify.annotations.NullMarked;
