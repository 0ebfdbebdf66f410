/**
 * How a message looks on a topic: CloudEvents 1.0 in Kafka binary mode. Names of headers and
 * topics, the envelope, the choice of the partition. Knows no Kafka client and no database.
 */
@NullMarked
package dev.waybill.contract.wire;

import org.jspecify.annotations.NullMarked;
