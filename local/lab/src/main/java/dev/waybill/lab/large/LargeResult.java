package dev.waybill.lab.large;

import dev.waybill.local.history.History;
import java.util.List;

/**
 * What came of large transactions.
 *
 * @param restarted whether the relay's process ended
 */
record LargeResult(List<Passage> passages, History history, boolean restarted) {
  /** Passages are copied. */
  LargeResult {
    passages = List.copyOf(passages);
  }

  boolean passed() {
    return history.clean()
        && history.committed() > 0
        && !restarted
        && passages.stream().allMatch(Passage::passed);
  }
}
