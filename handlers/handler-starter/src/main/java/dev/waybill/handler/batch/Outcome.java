package dev.waybill.handler.batch;

import java.util.List;
import java.util.Set;

/** How one transaction ended. All but {@link Committed} left nothing behind. */
public sealed interface Outcome {

  /** Calls the method for the case at hand. */
  void tell(Cases cases);

  /**
   * Effects, inbox rows and positions are stored.
   *
   * @param ran whose methods were run
   * @param begun that were taken in under a lease and are to be run next
   * @param known how many records were of messages that were taken in before
   */
  record Committed(Set<Work> ran, Set<Work> begun, int known) implements Outcome {

    @Override
    public void tell(Cases cases) {
      cases.committed(this);
    }
  }

  /** The step at this index of the list failed; those before it had passed. */
  record FailedAt(int index, Failure failure) implements Outcome {

    @Override
    public void tell(Cases cases) {
      cases.failedAt(index, failure);
    }
  }

  /**
   * What methods put off to the end of the transaction failed, in a deferred trigger for instance:
   * one of those that ran is to blame. Not told of a transaction in which only one ran.
   */
  record FailedAtEnd(Failure failure) implements Outcome {

    @Override
    public void tell(Cases cases) {
      cases.failedAtEnd(failure);
    }
  }

  /** Failed as a whole, for instance in the commit: some of the steps are to blame. */
  record Unattributed(Failure failure) implements Outcome {

    @Override
    public void tell(Cases cases) {
      cases.unattributed(failure);
    }
  }

  /** The database did not answer: no step is to blame, and none would pass now. */
  record Unavailable(Failure failure) implements Outcome {

    @Override
    public void tell(Cases cases) {
      cases.unavailable(failure);
    }
  }

  /** The stored position is not the one this instance reads from: decide anew where to begin. */
  record Superseded() implements Outcome {

    @Override
    public void tell(Cases cases) {
      cases.superseded();
    }
  }

  /** One method for each case. */
  interface Cases {
    void committed(Committed outcome);

    void failedAt(int index, Failure failure);

    void failedAtEnd(Failure failure);

    void unattributed(Failure failure);

    void unavailable(Failure failure);

    void superseded();
  }

  /** Takes steps in one transaction. Throws nothing but faults of the program. */
  @FunctionalInterface
  interface Transaction {
    Outcome run(List<Step> steps);
  }
}
