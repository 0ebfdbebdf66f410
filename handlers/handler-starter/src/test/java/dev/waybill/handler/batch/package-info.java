/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.batch;

import org.jspecify.annotations.NullMarked;
