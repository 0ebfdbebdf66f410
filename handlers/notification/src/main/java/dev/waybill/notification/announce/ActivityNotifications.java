package dev.waybill.notification.announce;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Handles;
import dev.waybill.handler.Processing;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.notification.smtp.SmtpMailer;

/**
 * Sends one mail for each message. No transaction is open meanwhile, so that a mail server that
 * hangs holds nothing up in the database; in return a process that dies between the mail and its
 * outcome sends it again, with the same Message-ID.
 */
@WaybillHandler(id = "notification")
class ActivityNotifications {

  private final ActivityMails mails;
  private final SmtpMailer mailer;

  ActivityNotifications(NotificationProperties properties, SmtpMailer mailer) {
    this.mails = new ActivityMails(properties.recipients());
    this.mailer = mailer;
  }

  @Handles(type = "activity.created", versions = 1, processing = Processing.SINGLE)
  void created(ActivityCreated event, Delivery delivery) {
    mailer.send(mails.created(event, delivery));
  }

  @Handles(type = "activity.completed", versions = 1, processing = Processing.SINGLE)
  void completed(ActivityCompleted event, Delivery delivery) {
    mailer.send(mails.completed(event, delivery));
  }

  @Handles(type = "notification.assignment-mail", versions = 1, processing = Processing.SINGLE)
  void assigned(AssignmentMail wanted, Delivery delivery) {
    mailer.send(mails.assigned(wanted, delivery));
  }
}
