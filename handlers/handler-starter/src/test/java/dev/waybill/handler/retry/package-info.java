/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.retry;

import org.jspecify.annotations.NullMarked;
