/** Tests of the package of the same name. */
@NullMarked
package dev.waybill.workqueue.retry;

import org.jspecify.annotations.NullMarked;
