package dev.waybill.benchmarks.drain;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.StagingConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/** Stages many messages as fast as it can, in transactions of a few, as services do. */
record Backlog(DataSource writer, int rows, int rowsPerTransaction, int payloadBytes) {

  private static final int WRITERS = 2;

  /** Stages all of them; returns when they are committed. */
  void stage() throws InterruptedException, ExecutionException {
    long run = System.nanoTime();
    ExecutorService pool = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int number = i;
        writers.add(pool.submit(() -> stage(run, number)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private Void stage(long run, int number) throws SQLException {
    try (StagingConnection connection = StagingConnection.open(writer)) {
      connection.answerBeforeDurable();
      int step = WRITERS * rowsPerTransaction;
      for (int from = number * rowsPerTransaction; from < rows; from += step) {
        connection.commit(
            IntStream.range(from, Math.min(rows, from + rowsPerTransaction))
                .mapToObj(index -> BenchMessage.of(run, index, payloadBytes))
                .toList());
      }
    }
    return null;
  }
}
