/** A small handler application with a real database and a real broker. */
@NullMarked
package dev.waybill.handler.testbed;

import org.jspecify.annotations.NullMarked;
