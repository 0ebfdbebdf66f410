/**
 * What a handler's method throws to say what is to become of the message. Knows no Kafka and no
 * database.
 */
@NullMarked
package dev.waybill.handler.outcome;

import org.jspecify.annotations.NullMarked;
