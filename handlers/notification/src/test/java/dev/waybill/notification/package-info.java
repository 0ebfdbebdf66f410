/** The notification service as it is deployed. */
@NullMarked
package dev.waybill.notification;

import org.jspecify.annotations.NullMarked;
