/**
 * Brings dead letters to their topic: the original bytes, with headers of fixed size that say why.
 * Knows no handler method.
 */
@NullMarked
package dev.waybill.handler.deadletter;

import org.jspecify.annotations.NullMarked;
