/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.workqueue;

import org.jspecify.annotations.NullMarked;
