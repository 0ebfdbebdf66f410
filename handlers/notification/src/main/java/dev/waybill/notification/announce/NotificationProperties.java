package dev.waybill.notification.announce;

import dev.waybill.notification.mail.AddressTemplate;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whom mails are for.
 *
 * @param recipient How a user's address is made: a text with {user} and {tenant} in it, such as
 *     {user}@example.org; one mailbox for everything where it holds neither. There is no default,
 *     since mail to a made-up domain is lost or read by strangers.
 */
@ConfigurationProperties("waybill.notification")
record NotificationProperties(@DefaultValue("") String recipient) {

  /**
   * @throws IllegalArgumentException when the recipient is missing or makes no address; says what
   *     would
   */
  NotificationProperties {
    if (recipient.isBlank()) {
      throw new IllegalArgumentException(
          "waybill.notification.recipient is not set: how a user's mail address is made, such as"
              + " {user}@your-domain.org");
    }
    requireTemplate(recipient);
  }

  AddressTemplate recipients() {
    return AddressTemplate.of(recipient);
  }

  private static void requireTemplate(String recipient) {
    try {
      AddressTemplate.of(recipient);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("waybill.notification.recipient: " + e.getMessage(), e);
    }
  }
}
