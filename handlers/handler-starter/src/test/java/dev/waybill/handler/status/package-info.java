/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.status;

import org.jspecify.annotations.NullMarked;
