/**
 * What callers ask for, field by field, as they said it, and which fields are wrong. Knows nothing
 * of how it is done, no HTTP and no SQL.
 */
@NullMarked
package dev.waybill.activity.request;

import org.jspecify.annotations.NullMarked;
