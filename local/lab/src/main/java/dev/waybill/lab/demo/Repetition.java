package dev.waybill.lab.demo;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.check.InboxView.Handled;
import dev.waybill.lab.demo.Changes.Told;
import dev.waybill.lab.stack.HandlerService;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Puts a second copy of a message before the timeline and before the notification service, which
 * are to skip it.
 */
final class Repetition {
  private final Scene scene;
  private final UUID message;
  private final String activity;
  private final DuplicateCount duplicates;
  private final long duplicatesBefore;
  private final Second shown;
  private final Second mailed;

  Repetition(Scene scene, Told told) throws Exception {
    this.scene = scene;
    this.message = UUID.fromString(told.completion().messageId());
    this.activity = told.completion().record().header(WireHeaders.SUBJECT).orElseThrow();
    this.duplicates = new DuplicateCount(scene.stack(), HandlerService.NOTIFICATION);
    this.duplicatesBefore = duplicates.now();
    this.shown = second(HandlerService.TIMELINE, told.completion());
    this.mailed = second(HandlerService.NOTIFICATION, told.mailedCompletion());
  }

  List<SecondCopy> copies() {
    return List.of(shown.copy(), mailed.copy());
  }

  List<Check> tell() throws Exception {
    scene.teller().request("deliver that message once more");
    scene.teller().copied(shown.copy());
    scene.teller().copied(mailed.copy());
    return List.of(
        new Check(
            "the second copy of a message had no effect",
            isSkipped(shown) && scene.timeline().versions(activity).equals(List.of(1L, 2L))),
        new Check(
            "the second copy of a message was not mailed",
            isSkipped(mailed) && isPassedOver() && mails() == 1));
  }

  /**
   * Waits until it is certain. A call is made after the position has moved, so that this proves
   * nothing of it: the copy has been passed over, or there is another mail.
   */
  private boolean isPassedOver() throws Exception {
    scene.await(
        "the second copy passed over by the " + mailed.handler().id(),
        scene.service(mailed.handler()),
        () -> duplicates.now() > duplicatesBefore || mails() > 1);
    return duplicates.now() > duplicatesBefore;
  }

  private int mails() {
    return scene.mailbox().of(message).size();
  }

  /** What the inbox says of the message is what it said before. */
  private boolean isSkipped(Second second) throws Exception {
    SecondCopy copy = second.copy();
    scene.await(
        "the second copy read by the " + second.handler().id(),
        scene.service(second.handler()),
        () ->
            second
                .inbox()
                .hasReadPast(
                    copy.original().topic(), Map.of(copy.original().partition(), copy.offset())));
    Handled after = second.inbox().find(message).orElseThrow();
    scene.teller().skipped(second.handler(), copy, after);
    return after.equals(second.before());
  }

  private Second second(HandlerService handler, Arrival first) throws Exception {
    InboxView inbox = Scene.inbox(scene.stack(), handler);
    Handled before = inbox.find(message).orElseThrow();
    return new Second(
        handler, inbox, before, SecondCopy.of(scene.stack().bootstrapServers(), first.record()));
  }

  /**
   * What one handler gets once more, and how its inbox was before.
   *
   * @param before what it made of the first copy
   */
  private record Second(HandlerService handler, InboxView inbox, Handled before, SecondCopy copy) {}
}
