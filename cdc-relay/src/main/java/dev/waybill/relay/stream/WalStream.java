package dev.waybill.relay.stream;

import dev.waybill.relay.settings.RelayProperties;
import io.debezium.connector.postgresql.PostgresConnector;
import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a fresh engine, from the slot's confirmed position on. The engine's thread hands a
 * batch over and waits until it is confirmed; {@link #poll} and {@link #close} belong to the
 * dispatch loop.
 */
public final class WalStream implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WalStream.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);
  private static final String DEBEZIUM = "io.debezium.";

  private final DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> engine;
  private final Duration stopLimit;
  private final Thread thread;
  private final SynchronousQueue<StreamBatch> handover = new SynchronousQueue<>();
  private volatile @Nullable StreamBatch waiting;
  private volatile @Nullable String end;
  private volatile @Nullable Throwable cause;
  private volatile boolean closed;

  /**
   * @param stopLimit how long a stop is waited for
   */
  WalStream(
      Function<WalStream, DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>>> maker,
      String name,
      Duration stopLimit) {
    this.engine = maker.apply(this);
    this.stopLimit = stopLimit;
    this.thread = new Thread(engine, "waybill-engine-" + name);
    // Plug-ins are looked up through the context class loader: in a packaged jar it must be ours.
    this.thread.setContextClassLoader(WalStream.class.getClassLoader());
    this.thread.setDaemon(true);
    this.thread.setUncaughtExceptionHandler((ended, failure) -> died(failure));
  }

  /** Starts an engine. It has no stored offset, so that whole transactions replay. */
  public static WalStream start(RelayProperties relay) {
    Properties settings = EngineSettings.of(relay);
    WalStream stream =
        new WalStream(created -> created.debezium(settings), relay.name(), STOP_LIMIT);
    stream.start();
    return stream;
  }

  void start() {
    thread.start();
  }

  private DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> debezium(Properties settings) {
    return DebeziumEngine.create(Connect.class)
        .using(settings)
        .using(WalStream.class.getClassLoader())
        .notifying(this::handOver)
        .using(this::ended)
        .build();
  }

  /** Loads much of an engine and lets it look at the database; reads and changes nothing. */
  public static void rehearse(RelayProperties relay) {
    Map<String, String> settings = new HashMap<>();
    EngineSettings.of(relay)
        .forEach((name, value) -> settings.put(String.valueOf(name), String.valueOf(value)));
    var unused = new PostgresConnector().validate(settings);
  }

  /**
   * The next batch, if one comes within {@code timeout}.
   *
   * @throws StreamEndedException when the engine has ended
   */
  public Optional<StreamBatch> poll(Duration timeout) throws InterruptedException {
    StreamBatch batch = handover.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    String why = end;
    if (batch == null && why != null) {
      throw new StreamEndedException(why, cause);
    }
    return Optional.ofNullable(batch);
  }

  /**
   * Takes no batch for a while. The engine reads on until its queue is full.
   *
   * @throws StreamEndedException when the engine has ended
   */
  public void rest(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, time.toNanos());
    String why = end;
    if (why != null) {
      throw new StreamEndedException(why, cause);
    }
  }

  private void handOver(
      List<ChangeEvent<SourceRecord, SourceRecord>> records,
      DebeziumEngine.RecordCommitter<ChangeEvent<SourceRecord, SourceRecord>> committer)
      throws InterruptedException {
    List<StreamEvent> events = new ArrayList<>(records.size());
    for (ChangeEvent<SourceRecord, SourceRecord> record : records) {
      events.add(ChangeDecoder.decode(record.value()));
    }
    await(new StreamBatch(events));
    for (ChangeEvent<SourceRecord, SourceRecord> record : records) {
      committer.markProcessed(record);
    }
    committer.markBatchFinished();
  }

  /** Returns when the batch is confirmed; otherwise ends the engine by throwing. */
  private void await(StreamBatch batch) throws InterruptedException {
    waiting = batch;
    while (!handover.offer(batch, 100, TimeUnit.MILLISECONDS)) {
      requireOpen();
    }
    requireOpen();
    try {
      batch.done().get();
    } catch (CancellationException | ExecutionException e) {
      // Never Kafka Connect's RetriableException: the engine would drop the batch for good.
      throw new IllegalStateException("the batch was not published; it comes back", e);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the stream is closed; the batch comes back");
    }
  }

  private void ended(boolean success, @Nullable String message, @Nullable Throwable error) {
    cause = error;
    end = success ? "the engine ended" : String.valueOf(message);
  }

  /** An engine that fails while it is being closed says so by an exception that nobody catches. */
  private void died(Throwable failure) {
    if (closed) {
      LOG.debug("The engine failed while it was closed", failure);
    }
    ended(false, "the engine's thread died: " + failure, failure);
  }

  /**
   * Ends the engine and waits until its connection is closed, at most 15 s, also when interrupted:
   * the slot must be free before the lease is given up.
   *
   * @throws EngineStuckException when it does not end; the slot may then stay active
   */
  @Override
  public void close() {
    closed = true;
    StreamBatch open = waiting;
    if (open != null) {
      open.refuse();
    }
    Thread closer = new Thread(this::closeEngine, "waybill-engine-stop");
    closer.setDaemon(true);
    closer.start();
    if (!Uninterrupted.join(thread, stopLimit)) {
      throw new EngineStuckException("the engine did not stop within " + stopLimit, stacks());
    }
  }

  /**
   * Where the engine's threads are: the process is about to end, and nobody could look any more.
   */
  private static String stacks() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, frames) -> {
              if (Stream.of(frames).anyMatch(frame -> frame.getClassName().startsWith(DEBEZIUM))) {
                text.append(System.lineSeparator()).append(thread);
                for (StackTraceElement frame : frames) {
                  text.append(System.lineSeparator()).append("  at ").append(frame);
                }
              }
            });
    return text.toString();
  }

  private void closeEngine() {
    while (thread.isAlive()) {
      try {
        engine.close();
        return;
      } catch (IOException | IllegalStateException e) {
        // An engine that is still starting refuses to close.
        LOG.debug("The engine is not ready to stop: {}", e.getMessage());
        try {
          TimeUnit.MILLISECONDS.timedJoin(thread, 200);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /** The engine ended by itself; a fresh one is started after a pause. */
  public static final class StreamEndedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StreamEndedException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /** The engine cannot be stopped: only the end of the process frees its connection. */
  public static final class EngineStuckException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String stacks;

    EngineStuckException(String message, String stacks) {
      super(message);
      this.stacks = stacks;
    }

    /** The stacks of the engine's threads, each on lines of its own. */
    public String stacks() {
      return stacks;
    }
  }
}
