package dev.waybill.lab.large;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.check.StoredRecords;
import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.fault.Slot;
import dev.waybill.lab.load.CommittedMessages;
import dev.waybill.lab.load.Journal;
import dev.waybill.lab.load.LargeTransaction;
import dev.waybill.lab.load.Load;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.witness.Arrivals;
import dev.waybill.lab.witness.ConfirmedPosition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Sends one large transaction after the other through a running stack. */
final class LargeRun {
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final long BYTES_PER_MEGABYTE = 1024L * 1024;

  private final Stack stack;
  private final List<String> topics;
  private final Duration pause;
  private final Terminal terminal;
  private final Journal journal = new Journal();

  LargeRun(Stack stack, Duration pause, Terminal terminal) {
    this.stack = stack;
    this.topics = stack.topics(Load.TYPE);
    this.pause = pause;
    this.terminal = terminal;
  }

  LargeResult run(List<Size> sizes) throws Exception {
    long pid = stack.relay().pid();
    List<Passage> passages = new ArrayList<>();
    try (Arrivals arrivals = Arrivals.of(stack.bootstrapServers(), topics)) {
      ConfirmedPosition confirmed =
          new ConfirmedPosition(
              stack.superuser(), Slot.NAME, arrivals, List.of(), stack::handlerOf, Set::of);
      for (Size size : sizes) {
        passages.add(pass(size, passages.size(), arrivals, confirmed));
      }
    }
    boolean restarted = !stack.relay().isAlive() || stack.relay().pid() != pid;
    say("comparing");
    var writes = CommittedMessages.read(stack.database(Role.RELAY), journal);
    return new LargeResult(
        passages, StoredRecords.compare(stack.bootstrapServers(), topics, writes), restarted);
  }

  private Passage pass(Size size, long seed, Arrivals arrivals, ConfirmedPosition confirmed)
      throws Exception {
    say("writing %,d rows of %,d bytes".formatted(size.rows(), size.payloadBytes()));
    long sessions = number("SELECT fencing_value FROM outbox.relay_lease");
    // The server counts for each slot, and a new one begins at none.
    long spilled = size.course() == Size.Course.CAUGHT_UP ? 0 : spilled();
    long begun = System.nanoTime();
    Duration written =
        switch (size.course()) {
          case STREAMED -> writePastAPause(size, seed, arrivals);
          case CAUGHT_UP -> writeWithoutSlot(size, seed);
        };
    say("waiting for the rest");
    if (!confirmed.awaitEverything(PATIENCE)) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "not everything arrived within %d minutes".formatted(PATIENCE.toMinutes()),
          "see " + stack.relay().log());
    }
    Passage passage =
        new Passage(
            size,
            written,
            Duration.ofNanos(System.nanoTime() - begun).minus(written),
            number("SELECT fencing_value FROM outbox.relay_lease") - sessions,
            (spilled() - spilled) / BYTES_PER_MEGABYTE,
            leftovers());
    say("all of it is on every topic");
    return passage;
  }

  private Duration writePastAPause(Size size, long seed, Arrivals arrivals) throws Exception {
    Duration written = write(size, seed);
    pauseBroker(size, arrivals);
    return written;
  }

  /** The relay sleeps meanwhile, or it would make a new slot before there is anything to miss. */
  private Duration writeWithoutSlot(Size size, long seed) throws Exception {
    say("SIGSTOP of the relay, and drop of its slot");
    stack.relay().pause();
    try {
      new Slot(stack.superuser()).drop();
      return write(size, seed);
    } finally {
      stack.relay().resume();
    }
  }

  private Duration write(Size size, long seed) throws SQLException {
    long begun = System.nanoTime();
    LargeTransaction.write(
        stack.database(Role.WRITER), size.rows(), size.payloadBytes(), seed, journal);
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** In the middle: when a part of it has arrived, and more than the relay reads ahead has not. */
  private void pauseBroker(Size size, Arrivals arrivals) throws Exception {
    long middle = arrivals.count() + (long) size.rows() * topics.size() / 10;
    if (!Waiting.until(() -> arrivals.count() >= middle, PATIENCE)) {
      throw CommandFailure.of(ExitCode.FAILURE, "nothing arrived", "see " + stack.relay().log());
    }
    say("SIGSTOP of the broker for %d s".formatted(pause.toSeconds()));
    stack.broker().pause();
    try {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    } finally {
      stack.broker().resume();
    }
  }

  private long spilled() throws SQLException {
    return number(
        "SELECT coalesce(sum(spill_bytes), 0)::bigint FROM pg_stat_replication_slots"
            + " WHERE slot_name = '"
            + Slot.NAME
            + "'");
  }

  private long leftovers() throws Exception {
    String files =
        "SELECT count(*) FROM pg_ls_dir('pg_replslot/%s') AS file WHERE file LIKE '%%.spill'"
            .formatted(Slot.NAME);
    Waiting.until(() -> number(files) == 0, Duration.ofSeconds(30));
    return number(files);
  }

  private long number(String sql) throws SQLException {
    try (Connection connection = stack.superuser().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void say(String what) {
    terminal.err().println(what);
    terminal.err().flush();
  }
}
