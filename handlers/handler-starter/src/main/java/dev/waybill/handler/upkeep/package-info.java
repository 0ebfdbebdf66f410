/**
 * What is done for a handler again and again beside its messages: looking for a pause, counting,
 * beating, purging. Decides nothing about a message.
 */
@NullMarked
package dev.waybill.handler.upkeep;

import org.jspecify.annotations.NullMarked;
