/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.workqueue.shape;

import org.jspecify.annotations.NullMarked;
