/** Takes mails and delivers none, in place of a company's mail server. Knows no service. */
@NullMarked
package dev.waybill.local.mail;

import org.jspecify.annotations.NullMarked;
