/**
 * The example of the guide {@code docs/guides/add-durable-messages.md}. What stands between the
 * marks {@code guide:} is on that page, word for word.
 */
@NullMarked
package dev.waybill.outbox.guide;

import org.jspecify.annotations.NullMarked;
