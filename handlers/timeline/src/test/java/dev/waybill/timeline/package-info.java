/** Tests of the whole service. */
@NullMarked
package dev.waybill.timeline;

import org.jspecify.annotations.NullMarked;
