/** From events to what is counted. Knows the events' contracts; knows no HTTP. */
@NullMarked
package dev.waybill.dashboard.projection;

import org.jspecify.annotations.NullMarked;
