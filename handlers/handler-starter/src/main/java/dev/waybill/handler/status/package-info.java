/**
 * How each handler does, for health checks and people. Written by the consuming threads, read by
 * any. Decides nothing.
 */
@NullMarked
package dev.waybill.handler.status;

import org.jspecify.annotations.NullMarked;
