/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.outbox.autoconfigure;

import org.jspecify.annotations.NullMarked;
