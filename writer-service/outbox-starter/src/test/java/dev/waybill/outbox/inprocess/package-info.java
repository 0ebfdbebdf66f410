/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox.inprocess;

import org.jspecify.annotations.NullMarked;
