package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.arrival.TopicWatcher;
import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.Leg;
import dev.waybill.benchmarks.commit.LoadOptions;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.benchmarks.report.Figure;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.HistoryRemarks;
import dev.waybill.benchmarks.report.Verdicts;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.benchmarks.run.FreshTopics;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.check.StoredMessages;
import dev.waybill.lab.check.StoredRecords;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Stack;
import dev.waybill.local.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench publish-latency}. */
@Command(
    name = "publish-latency",
    header = "From a commit to being readable from the topics, through the packaged relay.",
    description = {
      "",
      "Commits messages one by one at a fixed rate and notes when a read_committed consumer sees"
          + " each copy. Times are counted from the instant at which a message was meant to be"
          + " sent, so that a delay that holds back the load is not hidden. The reference in the"
          + " same run is a plain transactional producer that commits every few milliseconds.",
      ""
    })
public final class PublishLatency extends Benchmark {

  private static final Duration GRACE = Duration.ofSeconds(15);

  @Option(
      names = {"--rates", "--rate"},
      split = ",",
      paramLabel = "N",
      description = "Messages per second, one measurement each. Default: ${DEFAULT-VALUE}.",
      defaultValue = "100,300")
  private List<Integer> rates = List.of();

  @Option(
      names = "--reference-interval",
      paramLabel = "MS",
      description = "How often the reference commits. Default: ${DEFAULT-VALUE}.")
  private int referenceInterval = 5;

  @Mixin private final LoadOptions load = new LoadOptions();

  public PublishLatency(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Findings measure(Stack running) throws Exception {
    List<String> topics = running.topics(BenchMessage.TYPE);
    FreshTopics reference =
        FreshTopics.create(running.bootstrapServers(), "reference", topics.size());
    List<PublishPath> paths =
        List.of(
            new ReferencePath(
                running.bootstrapServers(),
                reference.names(),
                Duration.ofMillis(referenceInterval)),
            new RelayPath(load.load(running.database(Role.WRITER)), topics));
    List<Leg> legs = new ArrayList<>();
    for (int rate : rates) {
      for (PublishPath path : paths) {
        say(path.name() + " at " + rate + "/s for " + load.duration() + " s");
        legs.add(measure(path, rate, running.bootstrapServers()));
      }
    }
    History history =
        StoredRecords.compare(
            running.bootstrapServers(), topics, StoredMessages.read(running.database(Role.RELAY)));
    return findings(legs, history);
  }

  private Leg measure(PublishPath path, int rate, String bootstrapServers) throws Exception {
    long run = System.nanoTime();
    Schedule schedule = load.schedule(rate);
    Times times = new Times(schedule.count(), path.topics().size());
    try (TopicWatcher watcher = TopicWatcher.start(bootstrapServers, path.topics(), run, times)) {
      path.publish(schedule, index -> load.message(run, index), times);
      times.await(watcher::reads, GRACE);
    }
    return Leg.of(path.name(), "visible", schedule, times);
  }

  private Findings findings(List<Leg> legs, History history) {
    Verdicts verdicts = new Verdicts(history.clean(), true, true);
    List<Figure> figures = new ArrayList<>();
    List<String> remarks = new ArrayList<>(HistoryRemarks.of(history));
    for (Leg leg : legs) {
      verdicts = verdicts.and(leg.verdicts());
      figures.addAll(leg.figures());
      remarks.addAll(leg.remarks());
    }
    Map<String, String> parameters = load.parameters();
    parameters.put("rates", String.join(",", rates.stream().map(String::valueOf).toList()));
    parameters.put("reference-interval", referenceInterval + " ms");
    return new Findings(verdicts, ratios(legs), figures, parameters, remarks);
  }

  /** The relay's latencies over the reference's at the same rate. */
  private static List<Figure> ratios(List<Leg> legs) {
    List<Figure> ratios = new ArrayList<>();
    for (int i = 0; i + 1 < legs.size(); i += 2) {
      Leg reference = legs.get(i);
      Leg relay = legs.get(i + 1);
      for (int percentile : new int[] {50, 99}) {
        ratios.add(
            new Figure(
                String.format(
                    Locale.ROOT,
                    "%s-to-%s.%d.intended-to-visible.p%d",
                    relay.path(),
                    reference.path(),
                    relay.rate(),
                    percentile),
                relay.intendedToVisible().millisAt(percentile)
                    / Math.max(0.001, reference.intendedToVisible().millisAt(percentile)),
                "x"));
      }
    }
    return ratios;
  }
}
