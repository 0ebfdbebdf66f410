package dev.waybill.notification.mail;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One mailbox, {@code local@domain} in ASCII, without a name. Personal data: it is never logged.
 */
public final class EmailAddress {

  private final InternetAddress address;

  private EmailAddress(InternetAddress address) {
    this.address = address;
  }

  /**
   * The address that a text is; empty when it is anything else, also several addresses, one with a
   * name, or one that only a server with SMTPUTF8 would take.
   */
  public static Optional<EmailAddress> parse(String text) {
    try {
      InternetAddress address = new InternetAddress(text, true);
      boolean plain =
          text.equals(address.getAddress()) && !address.isGroup() && text.indexOf('@') > 0;
      return plain && StandardCharsets.US_ASCII.newEncoder().canEncode(text)
          ? Optional.of(new EmailAddress(address))
          : Optional.empty();
    } catch (AddressException e) {
      return Optional.empty();
    }
  }

  /** For a mail's headers and envelope; a copy, since that type can be changed. */
  public InternetAddress toInternetAddress() {
    return (InternetAddress) address.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EmailAddress that && address.equals(that.address);
  }

  @Override
  public int hashCode() {
    return address.hashCode();
  }

  /** Not the address, so that no log and no error holds it by accident. */
  @Override
  public String toString() {
    return "EmailAddress";
  }
}
