/**
 * Puts the handlers' runtime into a Spring Boot application that has one data source. Knows the
 * properties and the wiring, and decides nothing.
 */
@NullMarked
package dev.waybill.handler.autoconfigure;

import org.jspecify.annotations.NullMarked;
