/** A start that cannot succeed says what is wrong and what to do, in place of a stack trace. */
@NullMarked
package dev.waybill.access.startup;

import org.jspecify.annotations.NullMarked;
