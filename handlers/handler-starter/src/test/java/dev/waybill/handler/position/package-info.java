/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.position;

import org.jspecify.annotations.NullMarked;
