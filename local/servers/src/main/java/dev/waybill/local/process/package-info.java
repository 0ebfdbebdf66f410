/**
 * Starts, watches, freezes and kills operating system processes on Unix. Knows nothing of what the
 * processes do.
 */
@NullMarked
package dev.waybill.local.process;

import org.jspecify.annotations.NullMarked;
