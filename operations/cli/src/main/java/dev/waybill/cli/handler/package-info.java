/**
 * Handlers as a whole: where they stand, and holding them. Asks the service over HTTP; knows
 * nothing of its tables.
 */
@NullMarked
package dev.waybill.cli.handler;

import org.jspecify.annotations.NullMarked;
