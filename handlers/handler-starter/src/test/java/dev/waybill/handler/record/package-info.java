/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.record;

import org.jspecify.annotations.NullMarked;
