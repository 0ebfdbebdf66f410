/** Tests of what may be asked for. */
@NullMarked
package dev.waybill.access.query;

import org.jspecify.annotations.NullMarked;
