package dev.waybill.benchmarks.effect;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.Leg;
import dev.waybill.benchmarks.commit.LoadOptions;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.HistoryRemarks;
import dev.waybill.benchmarks.report.Verdicts;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.check.StoredMessages;
import dev.waybill.lab.check.StoredRecords;
import dev.waybill.lab.effects.EffectTable;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.RunningHandler;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.local.history.History;
import dev.waybill.local.history.TopicHistory;
import dev.waybill.local.history.Writes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench end-to-end-latency}. */
@Command(
    name = "end-to-end-latency",
    header = "From a commit to the committed effect of a handler, through relay and topic.",
    description = {
      "",
      "Commits messages one by one at a fixed rate and notes when the effect of each is committed"
          + " by a handler with its own database. Times are counted from the instant at which a"
          + " message was meant to be sent, so that a delay that holds back the load is not hidden.",
      ""
    })
public final class EndToEndLatency extends Benchmark {

  private static final Duration GRACE = Duration.ofSeconds(15);

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages per second. Default: ${DEFAULT-VALUE}.")
  private int rate = 100;

  @Mixin private final LoadOptions load = new LoadOptions();

  public EndToEndLatency(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected StackServices services() {
    return new StackServices(StackServices.LEASE, List.of(new EffectsPlan()), Map.of(), jvm());
  }

  @Override
  protected Findings measure(Stack running) throws Exception {
    return findings(running, leg(running));
  }

  private Leg leg(Stack running) throws Exception {
    RunningHandler handler = running.handler(EffectsPlan.NAME);
    new EffectTable(handler.owner()).announceEffects();
    say("%d/s for %d s".formatted(rate, load.duration()));
    long run = System.nanoTime();
    Schedule schedule = load.schedule(rate);
    Times times = new Times(schedule.count(), 1);
    try (EffectWatcher watcher = EffectWatcher.start(handler.database(), run, times)) {
      load.load(running.database(Role.WRITER))
          .run(schedule, index -> load.message(run, index), times);
      times.await(watcher::listens, GRACE);
    }
    return Leg.of("handler", "effect", schedule, times);
  }

  private Findings findings(Stack running, Leg leg) throws SQLException {
    Writes writes = StoredMessages.read(running.database(Role.RELAY));
    History topics =
        StoredRecords.compare(
            running.bootstrapServers(), running.topics(BenchMessage.TYPE), writes);
    TopicHistory effects =
        new EffectTable(running.handler(EffectsPlan.NAME).database()).compare(writes);
    List<String> remarks = new ArrayList<>(HistoryRemarks.of(topics));
    remarks.addAll(HistoryRemarks.of(new History(writes.committedCount(), List.of(effects))));
    remarks.addAll(leg.remarks());
    Verdicts verdicts = new Verdicts(topics.clean() && effects.clean(), true, true);
    Map<String, String> parameters = load.parameters();
    parameters.put("rate", String.valueOf(rate));
    return new Findings(
        verdicts.and(leg.verdicts()), List.of(), leg.figures(), parameters, remarks);
  }
}
