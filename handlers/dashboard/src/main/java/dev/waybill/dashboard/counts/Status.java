package dev.waybill.dashboard.counts;

import java.util.Arrays;
import java.util.List;

/** How an activity stands. */
public enum Status {
  OPEN("open"),
  COMPLETED("completed");

  private final String label;

  Status(String label) {
    this.label = label;
  }

  /** As the table and callers write it. */
  public String label() {
    return label;
  }

  /** All labels. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Status::label).toList();
  }
}
