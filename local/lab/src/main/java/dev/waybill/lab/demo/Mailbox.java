package dev.waybill.lab.demo;

import dev.waybill.local.mail.CaughtMail;
import dev.waybill.local.mail.MailCatcher;
import java.util.List;
import java.util.UUID;

/** The mails that were caught, by the message that each was sent for: its Message-ID says which. */
record Mailbox(MailCatcher catcher) {

  /** The mails for one message. */
  List<CaughtMail> of(UUID message) {
    return catcher.mails().stream()
        .filter(mail -> messageOf(mail).equals(message.toString()))
        .toList();
  }

  /** For which message each mail was sent; another text for one that was sent for none. */
  List<String> messages() {
    return catcher.mails().stream().map(Mailbox::messageOf).toList();
  }

  private static String messageOf(CaughtMail mail) {
    return mail.id().replaceAll("^<|@.*", "");
  }
}
