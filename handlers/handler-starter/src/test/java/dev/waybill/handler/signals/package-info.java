/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.signals;

import org.jspecify.annotations.NullMarked;
