package dev.waybill.benchmarks.staging;

import dev.waybill.benchmarks.commit.BenchMessage;

/** A way to tell others of a change, inside the transaction that makes it. */
interface Contender extends AutoCloseable {

  /** What figures call it. */
  String contender();

  /** Tells of the change in the current transaction. Many threads at once. */
  void tell(BenchMessage message);

  /** The table that holds a row for each message; empty when nothing is told. */
  String table();

  /** Waits until everything that was told has been marked; says whether it was, in time. */
  boolean settle() throws InterruptedException;

  @Override
  void close();
}
