/**
 * The example of the guide {@code docs/guides/move-from-spring-modulith.md}. What stands between
 * the marks {@code guide:} is on that page, word for word.
 */
@NullMarked
package dev.waybill.outbox.move;

import org.jspecify.annotations.NullMarked;
