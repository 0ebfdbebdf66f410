/**
 * What people ask of handlers and of single deliveries, taken in any instance: each request in one
 * transaction with its entry in the audit. Knows nothing of how they ask.
 */
@NullMarked
package dev.waybill.handler.desk;

import org.jspecify.annotations.NullMarked;
