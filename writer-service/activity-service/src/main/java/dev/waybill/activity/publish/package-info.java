/**
 * Turns what happened to an activity into the messages of its contracts. Knows no tables and no
 * Kafka.
 */
@NullMarked
package dev.waybill.activity.publish;

import org.jspecify.annotations.NullMarked;
