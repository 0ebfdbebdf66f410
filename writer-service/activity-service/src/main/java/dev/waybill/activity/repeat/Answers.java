package dev.waybill.activity.repeat;

import java.time.Duration;
import java.util.Optional;

/** What was answered to requests with a key. Joins the caller's transaction. */
public interface Answers {

  /**
   * The answer that the request had. Where there is none, nobody else answers to this key until the
   * caller's transaction ends.
   *
   * @throws dev.waybill.activity.refused.IdempotencyKeyReusedException when the key was another
   *     request's
   * @throws dev.waybill.activity.refused.RequestInProgressException when a request with this key is
   *     being worked on, and does not end soon
   */
  Optional<Answer> find(Claim claim);

  /** Keeps the answer to a request for which none was found, to its commit. */
  void keep(Claim claim, Answer answer);

  /**
   * Forgets the oldest answers, in a transaction of its own.
   *
   * @param age how old they must be
   * @param most how many at most
   * @return how many
   */
  int forget(Duration age, int most);
}
