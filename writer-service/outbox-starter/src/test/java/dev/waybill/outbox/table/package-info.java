/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox.table;

import org.jspecify.annotations.NullMarked;
