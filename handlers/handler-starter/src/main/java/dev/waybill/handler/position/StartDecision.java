package dev.waybill.handler.position;

import java.util.function.Function;

/** Where to begin, and why. All but {@link Resume} replace the stored position. */
public sealed interface StartDecision {

  /** The next record to read. */
  Position start();

  /** Calls the function for the case at hand. */
  <T> T fold(Function<Resume, T> resume, Function<Restart, T> restart, Function<Gap, T> gap);

  /** Goes on where the last committed batch ended. */
  record Resume(StoredPosition stored) implements StartDecision {

    @Override
    public Position start() {
      return stored.next();
    }

    @Override
    public <T> T fold(
        Function<Resume, T> resume, Function<Restart, T> restart, Function<Gap, T> gap) {
      return resume.apply(this);
    }
  }

  /** Reads the whole log; the inbox skips what it knows. */
  record Restart(Position start, Reason reason) implements StartDecision {

    /** Why the whole log. */
    public enum Reason {
      /** Nothing was read of this partition yet. */
      FIRST_READ,
      /** The topic was deleted and made again, or belongs to another cluster. */
      OTHER_TOPIC,
      /** The log ends before the position: Kafka lost records or was restored. */
      TRUNCATED
    }

    @Override
    public <T> T fold(
        Function<Resume, T> resume, Function<Restart, T> restart, Function<Gap, T> gap) {
      return restart.apply(this);
    }
  }

  /** Records were removed from the log before they were read. */
  record Gap(Position start, long firstMissing) implements StartDecision {

    /** The last offset of the missing range. */
    public long lastMissing() {
      return start.offset() - 1;
    }

    @Override
    public <T> T fold(
        Function<Resume, T> resume, Function<Restart, T> restart, Function<Gap, T> gap) {
      return gap.apply(this);
    }
  }
}
