package dev.waybill.relay.record;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a message over all its handlers, until its topics have it. Each state holds
 * only its own data. A message that is streamed goes from pending to dispatched under the relay's
 * lease with its batch, which is its processing; one that was parked is claimed by itself.
 */
public sealed interface OutboxState {

  /** The one transition table. */
  Map<Class<? extends OutboxState>, Set<Class<? extends OutboxState>>> TRANSITIONS =
      Map.of(
          Pending.class, Set.of(Processing.class),
          Processing.class, Set.of(Pending.class, Dispatched.class, DeadLetter.class),
          Dispatched.class, Set.of(),
          DeadLetter.class, Set.of(Pending.class));

  /** The name in the view and on the wire. */
  String wireName();

  /** Handles every state. */
  <T extends @Nullable Object> T fold(
      Function<Pending, T> pending,
      Function<Processing, T> processing,
      Function<Dispatched, T> dispatched,
      Function<DeadLetter, T> deadLetter);

  /**
   * The next state, when it may follow this one.
   *
   * @throws IllegalStateException when it may not
   */
  default OutboxState become(OutboxState next) {
    if (!TRANSITIONS.getOrDefault(getClass(), Set.of()).contains(next.getClass())) {
      throw new IllegalStateException(
          "a message that is " + wireName() + " does not become " + next.wireName());
    }
    return next;
  }

  /**
   * Not on every topic yet.
   *
   * @param nextAttemptAt from when on it is sent
   * @param attempts how many have failed
   */
  record Pending(Instant nextAttemptAt, int attempts) implements OutboxState {

    @Override
    public String wireName() {
      return "pending";
    }

    @Override
    public <T extends @Nullable Object> T fold(
        Function<Pending, T> pending,
        Function<Processing, T> processing,
        Function<Dispatched, T> dispatched,
        Function<DeadLetter, T> deadLetter) {
      return pending.apply(this);
    }
  }

  /**
   * Claimed, and being sent.
   *
   * @param attempt the number of this attempt, from 1
   */
  record Processing(Lease lease, int attempt) implements OutboxState {

    @Override
    public String wireName() {
      return "processing";
    }

    @Override
    public <T extends @Nullable Object> T fold(
        Function<Pending, T> pending,
        Function<Processing, T> processing,
        Function<Dispatched, T> dispatched,
        Function<DeadLetter, T> deadLetter) {
      return processing.apply(this);
    }
  }

  /**
   * On the topic of every handler.
   *
   * @param at when the last of them took it
   */
  record Dispatched(Instant at) implements OutboxState {

    @Override
    public String wireName() {
      return "dispatched";
    }

    @Override
    public <T extends @Nullable Object> T fold(
        Function<Pending, T> pending,
        Function<Processing, T> processing,
        Function<Dispatched, T> dispatched,
        Function<DeadLetter, T> deadLetter) {
      return dispatched.apply(this);
    }
  }

  /**
   * Given up for a handler, until somebody replays it, or for good when somebody resolved it.
   *
   * @param reason why it could not be published, without anything of the payload
   * @param attempts how many were made
   */
  record DeadLetter(String reason, int attempts) implements OutboxState {

    @Override
    public String wireName() {
      return "dead-letter";
    }

    @Override
    public <T extends @Nullable Object> T fold(
        Function<Pending, T> pending,
        Function<Processing, T> processing,
        Function<Dispatched, T> dispatched,
        Function<DeadLetter, T> deadLetter) {
      return deadLetter.apply(this);
    }
  }

  /** By whom a message is being sent, and how long that holds on the database's clock. */
  record Lease(String owner, Instant expiresAt, long fencingValue) {}
}
