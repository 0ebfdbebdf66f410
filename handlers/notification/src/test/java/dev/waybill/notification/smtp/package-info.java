/** Tests against a mail server in the same process. */
@NullMarked
package dev.waybill.notification.smtp;

import org.jspecify.annotations.NullMarked;
