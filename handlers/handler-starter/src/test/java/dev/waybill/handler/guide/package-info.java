/**
 * The example of the guide {@code docs/guides/write-a-handler.md}. What stands between the marks
 * {@code guide:} is on that page, word for word.
 */
@NullMarked
package dev.waybill.handler.guide;

import org.jspecify.annotations.NullMarked;
