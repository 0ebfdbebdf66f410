/** Tests of what a mail is and who gets it. */
@NullMarked
package dev.waybill.notification.mail;

import org.jspecify.annotations.NullMarked;
