package dev.waybill.lab.load;

import dev.waybill.lab.load.SingleShape.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Writers of every shape, each in a thread of its own, at a common pace. The seed decides what is
 * written; how the threads interleave is up to the machine.
 */
public final class Load implements AutoCloseable {
  /** The type of every message that is written. */
  public static final String TYPE = MessageFactory.TYPE;

  private static final int SHARED_KEYS = 200;
  private static final int OPEN_TRANSACTIONS = 4;
  private static final int OWN_KEYS = 10;
  private static final Duration BARRIER_TIME = Duration.ofMinutes(2);

  private final DataSource database;
  private final Journal journal = new Journal();
  private final Pace pace;
  private final Random seeds;
  private final List<OutboxConnection> connections = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();
  private final List<Future<?>> running = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private Load(DataSource database, int messagesPerSecond, long seed) {
    this.database = database;
    this.pace = new Pace(messagesPerSecond);
    this.seeds = new Random(seed);
  }

  /**
   * Starts writing as the role of {@code database}.
   *
   * @param messagesPerSecond all writers together, as far as the server keeps up
   */
  public static Load start(DataSource database, int messagesPerSecond, long seed)
      throws SQLException {
    Load load = new Load(database, messagesPerSecond, seed);
    for (Kind kind : Kind.all()) {
      MessageFactory messages = new MessageFactory(load.random(), "shared-", SHARED_KEYS);
      load.add(new SingleShape(kind, load.transaction(), messages));
    }
    load.add(load.interleaved());
    load.writers.forEach(writer -> load.running.add(load.threads.submit(writer)));
    return load;
  }

  /**
   * Commits one more message, after everything that was committed before the call. Waits for a
   * server that is not there.
   *
   * @param before told the id of the message before it is committed; again, with another id, when
   *     the server did not answer
   * @return what {@code before} made of the id of the message that was committed
   */
  public <T> T writeBarrier(Function<UUID, T> before) throws SQLException {
    long end = System.nanoTime() + BARRIER_TIME.toNanos();
    while (true) {
      try (OutboxConnection connection = OutboxConnection.open(database)) {
        Message barrier = new MessageFactory(random(), "barrier-", 1).next();
        Transaction transaction = new Transaction(connection, journal);
        T told = before.apply(barrier.id());
        transaction.insert(List.of(barrier));
        transaction.commit();
        return told;
      } catch (SQLException e) {
        if (!OutboxConnection.isLost(e) || System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
    }
  }

  /** What was committed and rolled back so far. */
  public Journal journal() {
    return journal;
  }

  /**
   * Throws what made a writer fail, if one did.
   *
   * @throws IllegalStateException with the writer's exception as its cause
   */
  public void check() {
    running.stream().filter(Future::isDone).forEach(Load::result);
  }

  /** Lets every writer end its transactions, and waits for that. */
  public void stop() {
    writers.forEach(Writer::stop);
    running.forEach(Load::result);
  }

  @Override
  public void close() throws SQLException {
    threads.shutdownNow();
    for (OutboxConnection connection : connections) {
      connection.close();
    }
  }

  private InterleavedShape interleaved() throws SQLException {
    List<Transaction> transactions = new ArrayList<>();
    List<MessageFactory> messages = new ArrayList<>();
    for (int i = 0; i < OPEN_TRANSACTIONS; i++) {
      transactions.add(transaction());
      messages.add(new MessageFactory(random(), "long-" + i + "-", OWN_KEYS));
    }
    return new InterleavedShape(transactions, messages);
  }

  private void add(Shape shape) {
    writers.add(new Writer(shape, pace, random()));
  }

  private Transaction transaction() throws SQLException {
    OutboxConnection connection = OutboxConnection.open(database);
    connections.add(connection);
    return new Transaction(connection, journal);
  }

  private synchronized Random random() {
    return new Random(seeds.nextLong());
  }

  private static void result(Future<?> writer) {
    try {
      writer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a writer of the load failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a writer", e);
    }
  }
}
