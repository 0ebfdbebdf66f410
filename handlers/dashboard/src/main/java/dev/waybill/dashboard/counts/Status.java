package dev.waybill.dashboard.counts;

import java.util.Arrays;
import java.util.List;

/** How far an activity has come. Its life never leads back. */
public enum Status {
  OPEN("open"),
  STARTED("started"),
  COMPLETED("completed"),
  CANCELLED("cancelled"),
  /** Remembered, so that what is said late does not bring it back, and counted nowhere. */
  DELETED("deleted");

  private final String label;

  Status(String label) {
    this.label = label;
  }

  /** As the table and callers write it. */
  public String label() {
    return label;
  }

  /** The labels of those that are counted. */
  public static List<String> counted() {
    return Arrays.stream(values()).filter(each -> each != DELETED).map(Status::label).toList();
  }
}
