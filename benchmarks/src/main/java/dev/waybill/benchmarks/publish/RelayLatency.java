package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.commit.Leg;
import dev.waybill.benchmarks.commit.LoadOptions;
import dev.waybill.benchmarks.measure.IdleProcess;
import dev.waybill.benchmarks.report.Figure;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.report.HistoryRemarks;
import dev.waybill.benchmarks.report.Verdicts;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.benchmarks.run.FreshTopics;
import dev.waybill.benchmarks.run.HandlerTopics;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.check.StoredMessages;
import dev.waybill.lab.check.StoredRecords;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.local.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench relay-latency}. */
@Command(
    name = "relay-latency",
    header = "From a commit to being readable from the topics, compared with plain Kafka.",
    description = {
      "",
      "A second process commits messages one by one at a fixed rate; a read_committed consumer here"
          + " notes when it sees each copy. The reference in the same run is a transactional"
          + " producer, also in a second process, with no database before it, that sends at the same"
          + " rate and commits every few milliseconds.",
      "",
      "The relay's latency is counted from the end of the commit, the reference's from the instant"
          + " at which the message was meant to be sent, so that its own wait for the next commit"
          + " counts. Afterwards: how much of one core the idle relay takes.",
      ""
    })
public final class RelayLatency extends Benchmark {

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages per second. Default: ${DEFAULT-VALUE}.")
  private int rate = 300;

  @Option(
      names = "--reference-interval",
      paramLabel = "MS",
      description = "How often the reference commits. Default: ${DEFAULT-VALUE}.")
  private int referenceInterval = 5;

  @Option(
      names = "--idle-seconds",
      paramLabel = "N",
      description = "How long to look at the idle relay. Default: ${DEFAULT-VALUE}.")
  private int idleSeconds = 30;

  @Mixin private final LoadOptions load = new LoadOptions();

  @Mixin private final HandlerTopics handlers = new HandlerTopics();

  public RelayLatency(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected StackServices services() {
    return new StackServices(
        StackServices.LEASE, List.of(), handlers.missing(BenchMessage.TYPE), jvm());
  }

  @Override
  protected Findings measure(Stack running) throws Exception {
    List<String> topics = running.topics(BenchMessage.TYPE);
    String kafka = running.bootstrapServers();
    FreshTopics reference = FreshTopics.create(kafka, "reference", topics.size());
    LoadProcess process = new LoadProcess(jvm(), kafka, load, rate);
    say("reference at " + rate + "/s for " + load.duration() + " s");
    Leg plain =
        process.measure(
            "reference",
            reference.names(),
            List.of(
                "--bootstrap-servers=" + kafka,
                "--topics=" + String.join(",", reference.names()),
                "--interval=" + referenceInterval));
    say("relay at " + rate + "/s for " + load.duration() + " s");
    Leg relay = process.measure("relay", topics, List.of("--database=" + running.jdbcUrl()));
    say("idle relay for " + idleSeconds + " s");
    double idle =
        new IdleProcess(running.relay().pid()).shareOfOneCore(Duration.ofSeconds(idleSeconds));
    History history =
        StoredRecords.compare(kafka, topics, StoredMessages.read(running.database(Role.RELAY)));
    return findings(plain, relay, idle, history);
  }

  private Findings findings(Leg plain, Leg relay, double idle, History history) {
    List<Figure> figures = new ArrayList<>(relay.figures());
    figures.addAll(plain.figures());
    figures.add(new Figure("relay.idle.cpu", idle * 100, "% of one core"));
    List<String> remarks = new ArrayList<>(HistoryRemarks.of(history));
    remarks.addAll(plain.remarks());
    remarks.addAll(relay.remarks());
    Map<String, String> parameters = load.parameters();
    parameters.put("rate", String.valueOf(rate));
    parameters.put("reference-interval", referenceInterval + " ms");
    parameters.put("idle-seconds", String.valueOf(idleSeconds));
    parameters.put("topics", String.valueOf(history.topics().size()));
    parameters.put("jvm", String.join(" ", jvm().values()));
    return new Findings(
        new Verdicts(history.clean(), true, true).and(plain.verdicts()).and(relay.verdicts()),
        List.of(
            ratio("p50_vs_plain_kafka", relay, plain, 50),
            ratio("p99_vs_plain_kafka", relay, plain, 99),
            new Figure("idle_cpu_of_one_core", idle, "x")),
        figures,
        parameters,
        remarks);
  }

  private static Figure ratio(String name, Leg relay, Leg plain, double percentile) {
    return new Figure(
        name,
        relay.commitToVisible().millisAt(percentile)
            / Math.max(0.001, plain.intendedToVisible().millisAt(percentile)),
        "x");
  }
}
