/**
 * Runs a packaged handler service and plays the relay for it. Knows the wire format and the events
 * of the Activity domain; knows nothing of what a handler makes of them.
 */
@NullMarked
package dev.waybill.testsupport.handler;

import org.jspecify.annotations.NullMarked;
