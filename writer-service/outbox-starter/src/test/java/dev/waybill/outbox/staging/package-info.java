/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox.staging;

import org.jspecify.annotations.NullMarked;
