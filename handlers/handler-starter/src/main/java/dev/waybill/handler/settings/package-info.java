/**
 * The settings of the handling application, read and judged once at the start. Knows what they
 * bound, and no more of it than its name.
 */
@NullMarked
package dev.waybill.handler.settings;

import org.jspecify.annotations.NullMarked;
