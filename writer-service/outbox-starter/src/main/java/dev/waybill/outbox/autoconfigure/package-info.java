/**
 * Puts the outbox into a Spring Boot application that has one data source. Knows the properties and
 * the wiring, and decides nothing.
 */
@NullMarked
package dev.waybill.outbox.autoconfigure;

import org.jspecify.annotations.NullMarked;
