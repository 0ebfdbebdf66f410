/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.handler.settings;

import org.jspecify.annotations.NullMarked;
