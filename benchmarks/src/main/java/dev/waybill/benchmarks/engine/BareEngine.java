package dev.waybill.benchmarks.engine;

import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** Runs an engine until so many rows of the outbox have come. */
final class BareEngine {

  private static final String OUTBOX = ".outbox.message";

  private final long goal;
  private final RowSink sink;
  private final LongConsumer progress;
  private final CompletableFuture<Long> done = new CompletableFuture<>();
  private long rows;

  /**
   * @param goal after how many rows to end
   * @param sink takes the rows; closed by whoever made it
   * @param progress told after each batch how many rows have come
   */
  BareEngine(long goal, RowSink sink, LongConsumer progress) {
    this.goal = goal;
    this.sink = sink;
    this.progress = progress;
  }

  /**
   * Runs it; returns when the goal is reached.
   *
   * @throws ExecutionException when the engine ended before that
   */
  void run(Properties settings) throws InterruptedException, ExecutionException, IOException {
    try (DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> engine =
        DebeziumEngine.create(Connect.class)
            .using(settings)
            .notifying(this::take)
            .using(this::ended)
            .build()) {
      Thread thread = new Thread(engine, "bare-engine");
      thread.setDaemon(true);
      thread.start();
      done.get();
    }
  }

  private void take(
      List<ChangeEvent<SourceRecord, SourceRecord>> records,
      DebeziumEngine.RecordCommitter<ChangeEvent<SourceRecord, SourceRecord>> committer)
      throws InterruptedException {
    for (ChangeEvent<SourceRecord, SourceRecord> record : records) {
      if (record.value().topic().endsWith(OUTBOX)) {
        rows++;
        sink.take(record.value());
      }
    }
    sink.finish();
    for (ChangeEvent<SourceRecord, SourceRecord> record : records) {
      committer.markProcessed(record);
    }
    committer.markBatchFinished();
    progress.accept(rows);
    if (rows >= goal) {
      done.complete(rows);
    }
  }

  private void ended(boolean success, @Nullable String message, @Nullable Throwable error) {
    done.completeExceptionally(
        new IllegalStateException("the engine ended after " + rows + " rows: " + message, error));
  }
}
