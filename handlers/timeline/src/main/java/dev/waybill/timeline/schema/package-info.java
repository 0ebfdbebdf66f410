/** Brings the timeline's own tables up to date, or checks them, before anything uses them. */
@NullMarked
package dev.waybill.timeline.schema;

import org.jspecify.annotations.NullMarked;
