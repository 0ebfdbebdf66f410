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
import dev.waybill.lab.fault.LinkedRelay;
import dev.waybill.lab.fault.Site;
import dev.waybill.lab.fault.Slot;
import dev.waybill.lab.load.CommittedMessages;
import dev.waybill.lab.load.Load;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.RunningHandler;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.witness.Arrivals;
import dev.waybill.lab.witness.ConfirmedPosition;
import dev.waybill.local.history.History;
import dev.waybill.local.history.Writes;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One soak on a running stack: load and faults, then quiet, then the comparison. */
final class Soak {
  /** The relays that a stack must have links for. */
  static final int RELAYS = 2;

  private static final Duration QUIET_TIME = Duration.ofMinutes(5);

  private final Stack stack;
  private final RunningHandler handler;
  private final List<String> topics;
  private final SoakPlan plan;
  private final Clock clock;

  Soak(Stack stack, SoakPlan plan, Terminal terminal) {
    this.stack = stack;
    this.handler = stack.handler(EffectsPlan.NAME);
    this.topics = stack.topics(Load.TYPE);
    this.plan = plan;
    this.clock = new Clock(terminal);
  }

  SoakResult run() throws Exception {
    Service second = stack.addRelay("relay-2");
    second.awaitReady();
    Site site =
        new Site(
            stack,
            List.of(
                new LinkedRelay(stack.relay(), stack.links().get(0)),
                new LinkedRelay(second, stack.links().get(1))),
            handler.service());
    try (Arrivals arrivals = Arrivals.of(stack.bootstrapServers(), topics);
        Load load = Load.start(stack.database(Role.WRITER), plan.rate(), plan.seed())) {
      return run(site, arrivals, load);
    }
  }

  private SoakResult run(Site site, Arrivals arrivals, Load load) throws Exception {
    ConfirmedPosition confirmed =
        new ConfirmedPosition(
            stack.superuser(),
            Slot.NAME,
            arrivals,
            site.relays().stream().map(relay -> relay.links().kafka()).toList(),
            stack::handlerOf,
            site.missed()::ids);
    List<Struck> struck;
    int revived;
    try (FaultRun faults = new FaultRun(plan, site, load, arrivals, confirmed, clock)) {
      struck = faults.run();
      revived = faults.revived();
    }
    load.stop();
    clock.say("waiting for what was committed on every topic");
    if (!confirmed.awaitEverything(QUIET_TIME)) {
      clock.say("not everything arrived within " + QUIET_TIME.toMinutes() + " minutes");
    }
    handler.service().awaitReady();
    awaitHandler();
    Writes writes = CommittedMessages.read(stack.database(Role.RELAY), load.journal());
    site.missed().ids().forEach(writes::mayBeLate);
    clock.say("comparing %,d messages with %s".formatted(writes.committedCount(), topics));
    History history = StoredRecords.compare(stack.bootstrapServers(), topics, writes);
    clock.say("comparing them with the effects");
    return new SoakResult(
        plan,
        struck,
        history,
        new EffectTable(handler.database()).compare(writes),
        confirmed.verdict(),
        LateMessages.of(site.missed().ids().size(), site.relays()),
        new SoakResult.Figures(writes.rolledBackCount(), revived, clock.elapsed().toSeconds()));
  }

  private void awaitHandler() throws Exception {
    InboxView inbox = new InboxView(handler.database(), EffectsPlan.NAME);
    String topic = stack.topicOf(EffectsPlan.NAME);
    Map<Integer, Long> last = LastOffsets.of(stack.bootstrapServers(), topic);
    clock.say("waiting for the handler");
    if (!Waiting.until(() -> inbox.hasReadPast(topic, last), QUIET_TIME)) {
      throw CommandFailure.of(
          ExitCode.FAILURE,
          "the handler did not reach the end of %s within %d minutes; seed %d"
              .formatted(topic, QUIET_TIME.toMinutes(), plan.seed()),
          "see " + handler.service().log());
    }
  }
}
