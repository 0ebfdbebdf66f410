/** From events to history. Knows the events' contracts; knows no HTTP. */
@NullMarked
package dev.waybill.timeline.projection;

import org.jspecify.annotations.NullMarked;
