/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.desk;

import org.jspecify.annotations.NullMarked;
