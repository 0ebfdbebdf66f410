/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox.schema;

import org.jspecify.annotations.NullMarked;
