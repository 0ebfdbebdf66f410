package dev.waybill.benchmarks.failover;

import dev.waybill.benchmarks.arrival.TopicWatcher;
import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.CommitLoad;
import dev.waybill.benchmarks.commit.Leg;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.benchmarks.measure.Spread;
import dev.waybill.benchmarks.report.Figure;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.HistoryRemarks;
import dev.waybill.benchmarks.report.Verdicts;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.benchmarks.run.HandlerTopics;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.check.StoredMessages;
import dev.waybill.lab.check.StoredRecords;
import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.local.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench relay-failover}. */
@Command(
    name = "relay-failover",
    header = "How long nothing is published when the relay that streams is killed.",
    description = {
      "",
      "Two packaged relays of one name; messages are committed all the time. The one that streams is"
          + " sent SIGKILL, and the time is counted until a read_committed consumer sees a message"
          + " that only the other one can have published. Before the next kill the killed one is started"
          + " again, as the standby.",
      ""
    })
public final class RelayFailover extends Benchmark {

  private static final int WRITERS = 4;
  private static final Duration BEFORE = Duration.ofSeconds(2);
  private static final Duration AFTER_LEASE = Duration.ofSeconds(4);
  private static final Duration GRACE = Duration.ofMinutes(2);

  @Option(
      names = "--kills",
      paramLabel = "N",
      description = "How often to kill the leader. Default: ${DEFAULT-VALUE}.")
  private int kills = 5;

  @Option(
      names = "--lease-seconds",
      paramLabel = "N",
      description = "The relays' lease duration. Default: ${DEFAULT-VALUE}, which is theirs.")
  private int leaseSeconds = (int) StackServices.LEASE.toSeconds();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages per second. Default: ${DEFAULT-VALUE}.")
  private int rate = 100;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Size of each payload. Default: ${DEFAULT-VALUE}.")
  private int payloadBytes = 500;

  @Mixin private final HandlerTopics handlers = new HandlerTopics();

  public RelayFailover(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected StackServices services() {
    return new StackServices(
        Duration.ofSeconds(leaseSeconds), List.of(), handlers.missing(BenchMessage.TYPE), jvm());
  }

  @Override
  protected Findings measure(Stack running) throws Exception {
    List<String> topics = running.topics(BenchMessage.TYPE);
    List<Double> takeovers = new ArrayList<>();
    List<Leg> legs = new ArrayList<>();
    try (RelayPair relays = RelayPair.on(running)) {
      for (int kill = 1; kill <= kills; kill++) {
        Service leader = relays.leader();
        takeovers.add(kill(running, topics, leader, legs));
        say(
            "kill %d of %d, %s: %.2f s"
                .formatted(kill, kills, leader.name(), takeovers.get(kill - 1)));
        if (kill < kills) {
          leader.start();
        }
      }
    }
    History history =
        StoredRecords.compare(
            running.bootstrapServers(), topics, StoredMessages.read(running.database(Role.RELAY)));
    return findings(takeovers, legs, history);
  }

  private double kill(Stack running, List<String> topics, Service leader, List<Leg> legs)
      throws Exception {
    long run = System.nanoTime();
    Schedule schedule =
        new Schedule(
            System.nanoTime() + TimeUnit.SECONDS.toNanos(1),
            rate,
            Duration.ZERO,
            BEFORE.plusSeconds(leaseSeconds).plus(AFTER_LEASE));
    Times times = new Times(schedule.count(), topics.size());
    CommitLoad load = new CommitLoad(running.database(Role.WRITER), WRITERS);
    FutureTask<Void> writing =
        new FutureTask<>(
            () -> {
              load.run(schedule, index -> BenchMessage.of(run, index, payloadBytes), times);
              return null;
            });
    Takeover takeover;
    try (TopicWatcher watcher =
        TopicWatcher.start(running.bootstrapServers(), topics, run, times)) {
      Thread thread = new Thread(writing, "load");
      thread.setDaemon(true);
      thread.start();
      long due = schedule.start() + BEFORE.toNanos();
      Waiting.until(() -> System.nanoTime() - due > 0 || writing.isDone(), GRACE);
      long sent = System.nanoTime();
      leader.kill();
      takeover = new Takeover(sent, System.nanoTime());
      writing.get();
      times.await(watcher::reads, GRACE);
    }
    legs.add(Leg.of("failover", "visible", schedule, times));
    return takeover.seconds(schedule, times);
  }

  private Findings findings(List<Double> takeovers, List<Leg> legs, History history) {
    Verdicts verdicts = new Verdicts(history.clean(), true, true);
    List<String> remarks = new ArrayList<>(HistoryRemarks.of(history));
    for (Leg leg : legs) {
      verdicts = verdicts.and(leg.verdicts());
      remarks.addAll(leg.remarks());
    }
    Spread spread = Spread.of(takeovers);
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < takeovers.size(); i++) {
      figures.add(new Figure("kill-to-publish." + (i + 1), takeovers.get(i), "s"));
    }
    figures.addAll(spread.figures("kill-to-publish", "s"));
    return new Findings(
        verdicts,
        List.of(new Figure("takeover_vs_lease", spread.median() / leaseSeconds, "x")),
        figures,
        Map.of(
            "kills", String.valueOf(kills),
            "lease-seconds", String.valueOf(leaseSeconds),
            "rate", String.valueOf(rate),
            "payload-bytes", String.valueOf(payloadBytes),
            "topics", String.valueOf(history.topics().size()),
            "jvm", String.join(" ", jvm().values())),
        remarks);
  }
}
