/**
 * From a Kafka record to a message: headers by the wire format, payload by JSON. Knows no database
 * and no consumer.
 */
@NullMarked
package dev.waybill.handler.record;

import org.jspecify.annotations.NullMarked;
