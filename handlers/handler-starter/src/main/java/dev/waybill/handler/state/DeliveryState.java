package dev.waybill.handler.state;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has become of one message for one handler. Each state holds only its own data.
 *
 * <p>A delivery that succeeds at once is stored as completed and was never seen as anything else:
 * its pending and processing lie within one transaction.
 */
public sealed interface DeliveryState {

  /** The one transition table. Whatever has no entry here ends a delivery for good. */
  Map<Class<? extends DeliveryState>, Set<Class<? extends DeliveryState>>> TRANSITIONS =
      Map.of(
          Pending.class, Set.of(Processing.class),
          Waiting.class, Set.of(Processing.class),
          RetryScheduled.class, Set.of(Processing.class),
          Processing.class,
              Set.of(
                  Pending.class,
                  RetryScheduled.class,
                  Completed.class,
                  SkippedUnsupportedVersion.class,
                  Ignored.class,
                  DeadLetter.class),
          DeadLetter.class, Set.of(Pending.class, Ignored.class));

  /** The name in the table, in the API and in metrics. */
  String wireName();

  /** Whether the delivery is finished: nothing more happens unless somebody asks for it. */
  default boolean terminal() {
    return fold(new Terminal());
  }

  /** Handles every state. */
  <T extends @Nullable Object> T fold(Cases<T> cases);

  /**
   * The next state, when it may follow this one.
   *
   * @throws IllegalStateException when it may not
   */
  default DeliveryState become(DeliveryState next) {
    if (!TRANSITIONS.getOrDefault(getClass(), Set.of()).contains(next.getClass())) {
      throw new IllegalStateException(
          "a delivery that is " + wireName() + " does not become " + next.wireName());
    }
    return next;
  }

  /** One method for each state. */
  interface Cases<T extends @Nullable Object> {
    T pending(Pending state);

    T waiting(Waiting state);

    T processing(Processing state);

    T retryScheduled(RetryScheduled state);

    T completed(Completed state);

    T skipped(SkippedUnsupportedVersion state);

    T ignored(Ignored state);

    T deadLetter(DeadLetter state);
  }

  /** Taken in, to be run when it is due. */
  record Pending(Instant nextAttemptAt) implements DeliveryState {

    @Override
    public String wireName() {
      return "pending";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.pending(this);
    }
  }

  /** Taken in behind an earlier unfinished one of its ordering key. */
  record Waiting() implements DeliveryState {

    @Override
    public String wireName() {
      return "waiting";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.waiting(this);
    }
  }

  /**
   * Being run under a lease.
   *
   * @param attempt the number of this run, from 1
   */
  record Processing(Lease lease, int attempt) implements DeliveryState {

    @Override
    public String wireName() {
      return "processing";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.processing(this);
    }
  }

  /**
   * Failed, to be tried again.
   *
   * @param attempts how many have failed
   */
  record RetryScheduled(Instant nextAttemptAt, int attempts, Cause error) implements DeliveryState {

    @Override
    public String wireName() {
      return "retry_scheduled";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.retryScheduled(this);
    }
  }

  /** Its effects are stored. */
  record Completed(Instant at) implements DeliveryState {

    @Override
    public String wireName() {
      return "completed";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.completed(this);
    }
  }

  /** Of a version that the handler does not read, which its subscription skips. */
  record SkippedUnsupportedVersion(Instant at) implements DeliveryState {

    @Override
    public String wireName() {
      return "skipped_unsupported_version";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.skipped(this);
    }
  }

  /** Not run, because the handler said so or an operator resolved it. */
  record Ignored(Instant at, Cause reason) implements DeliveryState {

    @Override
    public String wireName() {
      return "ignored";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.ignored(this);
    }
  }

  /**
   * Given up until somebody replays or resolves it.
   *
   * @param attempts how many were made since it was last taken up
   */
  record DeadLetter(Instant at, int attempts, Cause error) implements DeliveryState {

    @Override
    public String wireName() {
      return "dead_letter";
    }

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.deadLetter(this);
    }
  }

  /** By whom a delivery is being run, and how long that holds on the database's clock. */
  record Lease(String owner, Instant expiresAt, long fencingValue) {}

  /**
   * Why it did not succeed.
   *
   * @param code a word that does not change with the message
   * @param message for people; holds nothing of the payload
   */
  record Cause(String code, String message) {}

  /** Which states are terminal. */
  final class Terminal implements Cases<Boolean> {

    private Terminal() {}

    @Override
    public Boolean pending(Pending state) {
      return false;
    }

    @Override
    public Boolean waiting(Waiting state) {
      return false;
    }

    @Override
    public Boolean processing(Processing state) {
      return false;
    }

    @Override
    public Boolean retryScheduled(RetryScheduled state) {
      return false;
    }

    @Override
    public Boolean completed(Completed state) {
      return true;
    }

    @Override
    public Boolean skipped(SkippedUnsupportedVersion state) {
      return true;
    }

    @Override
    public Boolean ignored(Ignored state) {
      return true;
    }

    @Override
    public Boolean deadLetter(DeadLetter state) {
      return true;
    }
  }
}
