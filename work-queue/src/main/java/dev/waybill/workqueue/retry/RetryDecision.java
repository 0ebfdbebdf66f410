package dev.waybill.workqueue.retry;

import java.time.Duration;
import java.util.function.Function;

/** What follows a failed attempt. */
public sealed interface RetryDecision {

  /** Handles both. */
  <T> T fold(Function<RetryIn, T> retry, Function<Exhausted, T> exhausted);

  /** Try again so long after the failure. */
  record RetryIn(Duration delay) implements RetryDecision {
    @Override
    public <T> T fold(Function<RetryIn, T> retry, Function<Exhausted, T> exhausted) {
      return retry.apply(this);
    }
  }

  /** That was the last attempt. */
  record Exhausted(int attempts) implements RetryDecision {
    @Override
    public <T> T fold(Function<RetryIn, T> retry, Function<Exhausted, T> exhausted) {
      return exhausted.apply(this);
    }
  }
}
