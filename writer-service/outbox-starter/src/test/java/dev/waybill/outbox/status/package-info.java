/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox.status;

import org.jspecify.annotations.NullMarked;
