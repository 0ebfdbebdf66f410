/** What a mail is, and who gets it. Knows no event, no mail server and no handler. */
@NullMarked
package dev.waybill.notification.mail;

import org.jspecify.annotations.NullMarked;
