/**
 * The inbox's tables in the handler's database: brought up to date or checked at start, by a Flyway
 * of its own that does not touch the application's. Knows nothing of messages.
 */
@NullMarked
package dev.waybill.handler.schema;

import org.jspecify.annotations.NullMarked;
