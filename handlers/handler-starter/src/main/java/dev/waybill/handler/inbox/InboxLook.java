package dev.waybill.handler.inbox;

import java.time.Duration;

/**
 * What one handler's inbox held at one moment of the database's clock.
 *
 * @param heldKeys ordering keys of which a delivery waits behind another
 * @param deadLetters open ones
 * @param unsent dead letters that their topic does not have
 * @param oldest since the oldest delivery that is neither finished nor dead was made, by the time
 *     in its id; zero when there is none
 */
public record InboxLook(
    long pending,
    long waiting,
    long processing,
    long retrying,
    long heldKeys,
    long deadLetters,
    long unsent,
    Duration oldest) {

  /** Before the first look. */
  public static final InboxLook NONE = new InboxLook(0, 0, 0, 0, 0, 0, 0, Duration.ZERO);

  /** Taken in and not at their end; dead letters are. */
  public long unfinished() {
    return pending + waiting + processing + retrying;
  }
}
