/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.consume;

import org.jspecify.annotations.NullMarked;
