package dev.waybill.handler.batch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What follows from a failure. */
public sealed interface Verdict {

  Failure failure();

  /** Handles every verdict. */
  <T extends @Nullable Object> T fold(Cases<T> cases);

  /** One method for each verdict. */
  interface Cases<T extends @Nullable Object> {
    T retryIn(RetryIn verdict);

    T deadLetter(DeadLetter verdict);

    T ignored(Ignored verdict);

    T skipped(Skipped verdict);

    T uncounted(Uncounted verdict);
  }

  /** Try again so long after the failure. */
  record RetryIn(Failure failure, Duration delay) implements Verdict {

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.retryIn(this);
    }
  }

  /** Give it up. */
  record DeadLetter(Failure failure) implements Verdict {

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.deadLetter(this);
    }
  }

  /** Leave it be. */
  record Ignored(Failure failure) implements Verdict {

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.ignored(this);
    }
  }

  /** Leave it be, because its version is not read. */
  record Skipped(Failure failure) implements Verdict {

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.skipped(this);
    }
  }

  /** Not the message's fault: due at once, and no attempt was used. */
  record Uncounted(Failure failure) implements Verdict {

    @Override
    public <T extends @Nullable Object> T fold(Cases<T> cases) {
      return cases.uncounted(this);
    }
  }
}
