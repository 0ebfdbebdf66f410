package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.load.CommittedMessages;
import dev.waybill.lab.load.Load;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Stack;
import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.Writes;
import dev.waybill.local.topics.TopicReader;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** One soak on a running stack: load and kills, then quiet, then the comparison. */
final class Soak {
  private static final Duration QUIET_TIME = Duration.ofMinutes(5);

  private final Stack stack;
  private final List<String> topics;
  private final SoakPlan plan;
  private final Terminal terminal;
  private final long begun = System.nanoTime();

  Soak(Stack stack, List<String> topics, SoakPlan plan, Terminal terminal) {
    this.stack = stack;
    this.topics = List.copyOf(topics);
    this.plan = plan;
    this.terminal = terminal;
  }

  SoakResult run() throws SQLException {
    try (Load load = Load.start(stack.database(Role.WRITER), plan.rate(), plan.seed())) {
      kill(load);
      load.stop();
      stack.relay().awaitReady();
      awaitQuiet(load);
      Writes writes = CommittedMessages.read(stack.database(Role.RELAY), load.journal());
      say("comparing %,d messages with %s".formatted(writes.committedCount(), topics));
      return new SoakResult(plan, compare(writes), writes.rolledBackCount(), seconds());
    }
  }

  private void kill(Load load) {
    RelayKiller killer = new RelayKiller(stack.relay(), new Random(plan.seed()));
    for (int kill = 1; kill <= plan.kills(); kill++) {
      killer.killOnce();
      load.check();
      say(
          "kill %d of %d, %,d committed"
              .formatted(kill, plan.kills(), load.journal().committedCount()));
    }
  }

  private void awaitQuiet(Load load) throws SQLException {
    try (Barrier barrier = Barrier.on(stack.bootstrapServers(), topics)) {
      UUID last = load.writeBarrier();
      say("waiting for the last message on every topic");
      Set<String> missing = barrier.await(last, QUIET_TIME);
      if (!missing.isEmpty()) {
        throw CommandFailure.of(
            ExitCode.FAILURE,
            "the last message did not reach %s within %d minutes; seed %d"
                .formatted(missing, QUIET_TIME.toMinutes(), plan.seed()),
            "see " + stack.relay().log());
      }
    }
  }

  private History compare(Writes writes) {
    HistoryChecker checker = new HistoryChecker(writes, topics);
    new TopicReader(stack.bootstrapServers())
        .readAll(
            topics,
            record ->
                checker.received(
                    new Received(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        UUID.fromString(String.valueOf(record.key())))));
    return checker.history();
  }

  private void say(String what) {
    terminal.err().printf("%5d s  %s%n", seconds(), what);
    terminal.err().flush();
  }

  private long seconds() {
    return Duration.ofNanos(System.nanoTime() - begun).toSeconds();
  }
}
