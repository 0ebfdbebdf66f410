/**
 * What the author of a handler writes and reads: the annotations, and the delivery that comes with
 * each event. Knows no Kafka and no database.
 */
@NullMarked
package dev.waybill.handler;

import org.jspecify.annotations.NullMarked;
