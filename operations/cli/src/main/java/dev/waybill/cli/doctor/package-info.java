/**
 * The command {@code waybill doctor}: runs the parts of the examination one after the other, each
 * bounded in time, and reports. Knows nothing of what a part looks at.
 */
@NullMarked
package dev.waybill.cli.doctor;

import org.jspecify.annotations.NullMarked;
