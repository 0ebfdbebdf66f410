/**
 * From events of activities to mails: whom each is for and what it says. Knows the events'
 * contracts; knows nothing of how a mail is sent.
 */
@NullMarked
package dev.waybill.notification.announce;

import org.jspecify.annotations.NullMarked;
