/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.deadletter;

import org.jspecify.annotations.NullMarked;
