/**
 * What has become of messages and where handlers stand, read from the database, so that every
 * instance tells the same. Changes nothing.
 */
@NullMarked
package dev.waybill.handler.lookup;

import org.jspecify.annotations.NullMarked;
