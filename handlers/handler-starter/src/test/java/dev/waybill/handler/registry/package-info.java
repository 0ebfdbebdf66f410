/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.registry;

import org.jspecify.annotations.NullMarked;
