/**
 * The inbox's tables: which deliveries were completed, and where each partition is read on. Every
 * statement joins the caller's transaction. Knows no Kafka.
 */
@NullMarked
package dev.waybill.handler.inbox;

import org.jspecify.annotations.NullMarked;
