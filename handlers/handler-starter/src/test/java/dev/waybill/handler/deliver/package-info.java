/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.deliver;

import org.jspecify.annotations.NullMarked;
