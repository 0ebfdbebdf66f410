/** Tests of the mails that events make. */
@NullMarked
package dev.waybill.notification.announce;

import org.jspecify.annotations.NullMarked;
