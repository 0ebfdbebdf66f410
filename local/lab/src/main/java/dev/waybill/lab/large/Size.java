package dev.waybill.lab.large;

/**
 * How large one transaction is, and how it gets to the topics.
 *
 * @param payloadBytes of each row, about
 */
record Size(int rows, int payloadBytes, Course course) {

  /** How the rows get to the topics. */
  enum Course {
    /** Through the slot, past a broker that is frozen in the middle. */
    STREAMED("streamed"),
    /** From the table: the slot is dropped before they are written. */
    CAUGHT_UP("caught up");

    private final String words;

    Course(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** A part of it, at least one row. */
  Size percent(int percent) {
    return new Size(Math.max(1, (int) ((long) rows * percent / 100)), payloadBytes, course);
  }

  long megabytes() {
    return (long) rows * payloadBytes / (1024 * 1024);
  }
}
