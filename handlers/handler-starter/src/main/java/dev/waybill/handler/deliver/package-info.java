/**
 * Runs works inside one database transaction together with their inbox rows and positions, and says
 * how it ended. Knows the database and the handlers' methods; knows no consumer.
 */
@NullMarked
package dev.waybill.handler.deliver;

import org.jspecify.annotations.NullMarked;
