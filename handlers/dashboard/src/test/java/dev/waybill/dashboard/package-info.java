/** Tests of the whole service. */
@NullMarked
package dev.waybill.dashboard;

import org.jspecify.annotations.NullMarked;
