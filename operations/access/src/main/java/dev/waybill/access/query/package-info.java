/**
 * What services that are read from have in common: which parameters a request may carry, and the
 * answers to requests that cannot be served. Knows nothing of what is read.
 */
@NullMarked
package dev.waybill.access.query;

import org.jspecify.annotations.NullMarked;
