/**
 * Sends mails to one server, and says what a failure means for a delivery: the server is not there,
 * it took the mail not now, or it will never take it. Knows no event.
 */
@NullMarked
package dev.waybill.notification.smtp;

import org.jspecify.annotations.NullMarked;
