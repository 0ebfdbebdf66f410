/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.lookup;

import org.jspecify.annotations.NullMarked;
