package dev.waybill.lab.large;

/** How large one transaction is. */
record Size(int rows, int payloadBytes) {
  /** A part of it, at least one row. */
  Size percent(int percent) {
    return new Size(Math.max(1, (int) ((long) rows * percent / 100)), payloadBytes);
  }

  long megabytes() {
    return (long) rows * payloadBytes / (1024 * 1024);
  }
}
