/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox;

import org.jspecify.annotations.NullMarked;
