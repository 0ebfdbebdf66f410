/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.endpoint;

import org.jspecify.annotations.NullMarked;
