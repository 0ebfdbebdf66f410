/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox.trace;

import org.jspecify.annotations.NullMarked;
