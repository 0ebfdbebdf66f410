package dev.waybill.activity.domain;

import org.jspecify.annotations.Nullable;

/** Where an activity stands. From open to completed, and never back. */
public sealed interface ActivityStatus {

  /** The name in tables and answers. */
  String wireName();

  /** Still to be done. */
  record Open() implements ActivityStatus {

    public static final String NAME = "open";

    @Override
    public String wireName() {
      return NAME;
    }
  }

  /**
   * Done.
   *
   * @param outcome what came of it; absent: nothing was noted
   */
  record Completed(Stamp stamp, @Nullable String outcome) implements ActivityStatus {

    public static final String NAME = "completed";

    @Override
    public String wireName() {
      return NAME;
    }
  }
}
