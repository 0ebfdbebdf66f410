/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.inbox;

import org.jspecify.annotations.NullMarked;
