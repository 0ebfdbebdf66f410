/** What callers may do to activities. How a caller becomes known is not its business. */
@NullMarked
package dev.waybill.activity.security;

import org.jspecify.annotations.NullMarked;
