/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.autoconfigure;

import org.jspecify.annotations.NullMarked;
