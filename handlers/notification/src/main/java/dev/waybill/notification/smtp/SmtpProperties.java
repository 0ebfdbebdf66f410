package dev.waybill.notification.smtp;

import dev.waybill.handler.startup.StartRefusedException;
import dev.waybill.notification.mail.EmailAddress;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How mails are sent, beside where to, which spring.mail says.
 *
 * @param sender The address that mails come from, and that the mail server accepts as such. There
 *     is no default.
 * @param connectTimeout How long it may take to reach the mail server, from 1ms to 5m; less than
 *     waybill.handler.work.call-timeout, as are the others.
 * @param readTimeout How long the mail server may take for each answer, from 1ms to 5m.
 * @param writeTimeout How long it may take to write to it without progress, from 1ms to 5m.
 */
@ConfigurationProperties("waybill.notification.smtp")
record SmtpProperties(
    @DefaultValue("") String sender,
    @DefaultValue("5s") Duration connectTimeout,
    @DefaultValue("10s") Duration readTimeout,
    @DefaultValue("10s") Duration writeTimeout) {

  private static final Duration LONGEST = Duration.ofMinutes(5);

  /**
   * @throws IllegalArgumentException when a value is missing or out of range; names it
   */
  SmtpProperties {
    if (EmailAddress.parse(sender).isEmpty()) {
      throw new IllegalArgumentException(
          "waybill.notification.smtp.sender is "
              + (sender.isBlank() ? "not set" : "'" + sender + "', no mail address")
              + ": the address that mails come from, such as waybill@your-domain.org");
    }
    requireRange("connect-timeout", connectTimeout);
    requireRange("read-timeout", readTimeout);
    requireRange("write-timeout", writeTimeout);
  }

  EmailAddress from() {
    return EmailAddress.parse(sender).orElseThrow();
  }

  /**
   * Refuses a single wait that is not shorter than the whole call, which then would always end by
   * being interrupted.
   *
   * @throws StartRefusedException naming both settings
   */
  void requireBelow(Duration callTimeout) {
    requireBelow("connect-timeout", connectTimeout, callTimeout);
    requireBelow("read-timeout", readTimeout, callTimeout);
    requireBelow("write-timeout", writeTimeout, callTimeout);
  }

  private static void requireBelow(String name, Duration value, Duration callTimeout) {
    if (value.compareTo(callTimeout) >= 0) {
      throw new StartRefusedException(
          "waybill.notification.smtp.%s is %s, not less than waybill.handler.work.call-timeout (%s)"
              .formatted(name, value, callTimeout),
          "Lower the first, or raise the other.");
    }
  }

  private static void requireRange(String name, Duration value) {
    if (value.toMillis() < 1 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "waybill.notification.smtp." + name + " is " + value + ", not from 1ms to 5m");
    }
  }
}
