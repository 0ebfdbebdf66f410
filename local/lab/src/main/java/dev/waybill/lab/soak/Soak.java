package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.check.InboxView;
import dev.waybill.lab.check.LastOffsets;
import dev.waybill.lab.check.StoredRecords;
import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.effects.EffectTable;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.load.CommittedMessages;
import dev.waybill.lab.load.Load;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.RunningHandler;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import dev.waybill.local.history.History;
import dev.waybill.local.history.Writes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** One soak on a running stack: load and kills, then quiet, then the comparison. */
final class Soak {
  private static final Duration QUIET_TIME = Duration.ofMinutes(5);

  private final Stack stack;
  private final RunningHandler handler;
  private final List<String> topics;
  private final SoakPlan plan;
  private final Terminal terminal;
  private final long begun = System.nanoTime();

  Soak(Stack stack, SoakPlan plan, Terminal terminal) {
    this.stack = stack;
    this.handler = stack.handler(EffectsPlan.NAME);
    this.topics = stack.topics(Load.TYPE);
    this.plan = plan;
    this.terminal = terminal;
  }

  SoakResult run() throws Exception {
    try (Load load = Load.start(stack.database(Role.WRITER), plan.rate(), plan.seed())) {
      Kills kills = kill(load);
      load.stop();
      stack.relay().awaitReady();
      handler.service().awaitReady();
      awaitTopics(load);
      awaitHandler();
      Writes writes = CommittedMessages.read(stack.database(Role.RELAY), load.journal());
      say("comparing %,d messages with %s".formatted(writes.committedCount(), topics));
      History history = StoredRecords.compare(stack.bootstrapServers(), topics, writes);
      say("comparing them with the effects");
      return new SoakResult(
          plan,
          kills,
          history,
          new EffectTable(handler.database()).compare(writes),
          writes.rolledBackCount(),
          seconds());
    }
  }

  private Kills kill(Load load) {
    Killer killer = new Killer(List.of(stack.relay(), handler.service()), new Random(plan.seed()));
    Kills kills = Kills.NONE;
    for (int kill = 1; kill <= plan.kills(); kill++) {
      Service victim = killer.killOnce();
      kills = victim == stack.relay() ? kills.andRelay() : kills.andHandler();
      load.check();
      say(
          "kill %d of %d, %s, %,d committed"
              .formatted(kill, plan.kills(), victim.name(), load.journal().committedCount()));
    }
    return kills;
  }

  private void awaitTopics(Load load) throws SQLException {
    try (Barrier barrier = Barrier.on(stack.bootstrapServers(), topics)) {
      UUID last = load.writeBarrier();
      say("waiting for the last message on every topic");
      Set<String> missing = barrier.await(last, QUIET_TIME);
      if (!missing.isEmpty()) {
        throw late("the last message did not reach " + missing, stack.relay());
      }
    }
  }

  private void awaitHandler() throws Exception {
    InboxView inbox = new InboxView(handler.database(), EffectsPlan.NAME);
    String topic = stack.topicOf(EffectsPlan.NAME);
    Map<Integer, Long> last = LastOffsets.of(stack.bootstrapServers(), topic);
    say("waiting for the handler");
    if (!Waiting.until(() -> inbox.hasReadPast(topic, last), QUIET_TIME)) {
      throw late("the handler did not reach the end of " + topic, handler.service());
    }
  }

  private CommandFailure late(String what, Service who) {
    return CommandFailure.of(
        ExitCode.FAILURE,
        "%s within %d minutes; seed %d".formatted(what, QUIET_TIME.toMinutes(), plan.seed()),
        "see " + who.log());
  }

  private void say(String what) {
    terminal.err().printf("%5d s  %s%n", seconds(), what);
    terminal.err().flush();
  }

  private long seconds() {
    return Duration.ofNanos(System.nanoTime() - begun).toSeconds();
  }
}
