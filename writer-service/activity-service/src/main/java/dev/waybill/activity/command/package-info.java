/**
 * The one way to change an activity: validation, authorisation, transaction, change, audit and
 * staging, in that order. Knows no HTTP and no SQL.
 */
@NullMarked
package dev.waybill.activity.command;

import org.jspecify.annotations.NullMarked;
