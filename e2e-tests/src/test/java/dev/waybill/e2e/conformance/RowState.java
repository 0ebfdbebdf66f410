package dev.waybill.e2e.conformance;

import java.util.Arrays;
import java.util.Optional;

/** What a row of the conformance table may claim, and what it then has to name. */
enum RowState {
  DELIVERED("delivered", true, false),
  PART("part", true, true),
  PLANNED("planned", false, false),
  NOT_RUN_HERE("not run here", false, true);

  private final String word;
  private final boolean needsEvidence;
  private final boolean needsRemark;

  RowState(String word, boolean needsEvidence, boolean needsRemark) {
    this.word = word;
    this.needsEvidence = needsEvidence;
    this.needsRemark = needsRemark;
  }

  static Optional<RowState> of(String word) {
    return Arrays.stream(values()).filter(state -> state.word.equals(word)).findFirst();
  }

  /** Whether the row has to name the place that enforces it and a test. */
  boolean needsEvidence() {
    return needsEvidence;
  }

  /** Whether the row has to say what is missing, or what runs instead. */
  boolean needsRemark() {
    return needsRemark;
  }
}
