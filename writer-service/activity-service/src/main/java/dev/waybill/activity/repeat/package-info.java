/**
 * Requests that are sent again under their idempotency key, and what was answered to them the first
 * time. Knows nothing of activities and of HTTP.
 */
@NullMarked
package dev.waybill.activity.repeat;

import org.jspecify.annotations.NullMarked;
