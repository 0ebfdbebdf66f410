/**
 * The stored history: what happened to each activity, and how it stands. Every statement names the
 * tenant. Knows no message and no HTTP.
 */
@NullMarked
package dev.waybill.timeline.history;

import org.jspecify.annotations.NullMarked;
