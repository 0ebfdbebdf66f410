/** The notification service as a process. Knows how it is started, and nothing else. */
@NullMarked
package dev.waybill.notification;

import org.jspecify.annotations.NullMarked;
