/**
 * A single-node KRaft broker on loopback, in this JVM or in one of its own, that can be stopped and
 * started again. Knows nothing of the topics in it.
 */
@NullMarked
package dev.waybill.local.kafka;

import org.jspecify.annotations.NullMarked;
