/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.state;

import org.jspecify.annotations.NullMarked;
