package dev.waybill.benchmarks.engine;

import org.apache.kafka.connect.source.SourceRecord;

/** What an engine does with the rows of the outbox that it reads. Used by the engine's thread. */
interface RowSink extends AutoCloseable {

  /** Discards them. */
  RowSink NOWHERE = row -> {};

  /** Takes one row. */
  void take(SourceRecord row);

  /** Returns when each row that was taken is where it belongs. */
  default void finish() {}

  @Override
  default void close() {}
}
