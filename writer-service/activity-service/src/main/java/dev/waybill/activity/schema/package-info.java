/** Brings the service's own tables up to date, or checks them, before anything uses them. */
@NullMarked
package dev.waybill.activity.schema;

import org.jspecify.annotations.NullMarked;
