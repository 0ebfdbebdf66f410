/**
 * Writes what JPA holds back before a message is staged. Used only where an application has JPA;
 * knows nothing of messages.
 */
@NullMarked
package dev.waybill.outbox.jpa;

import org.jspecify.annotations.NullMarked;
