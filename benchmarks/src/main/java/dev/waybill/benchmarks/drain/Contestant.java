package dev.waybill.benchmarks.drain;

import dev.waybill.benchmarks.measure.Progress;

/** A way of reading a backlog from the log. */
interface Contestant {

  /** What it is called in the report. */
  String name();

  /** Makes it stand before the backlog; called when nothing of it is staged. */
  void stand() throws Exception;

  /** Reads the backlog to its end, however long it takes. */
  Progress drain(long rows) throws Exception;
}
