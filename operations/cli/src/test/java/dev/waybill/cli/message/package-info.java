/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.cli.message;

import org.jspecify.annotations.NullMarked;
