package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.listener.ListenerOptions;
import dev.waybill.benchmarks.listener.PlainListenerPlan;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.benchmarks.run.FreshTopics;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.effects.Mishaps;
import dev.waybill.lab.stack.RunningHandler;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench handler-throughput}. */
@Command(
    name = "handler-throughput",
    header = "How many effects one instance of a handler commits in a second.",
    description = {
      "",
      "In each round the same messages, on a topic of three partitions, are handled by one process"
          + " after the other, each with a new database: a handler with the starter, and a plain"
          + " spring-kafka listener that notes the id and writes the effect in one transaction for"
          + " each record. The effect is one row. Then the topic gets a second copy of each message,"
          + " and the handler reads those. In between, the handler with one message in a hundred"
          + " failing once; the listener that it is compared with has no failures.",
      "",
      "Speeds are counted from the last message of the warm-up to the last message, where some fail"
          + " to the last one that never does. Duplicates count by the stored positions, effects by"
          + " when they were written. The relay is at rest.",
      ""
    })
public final class HandlerThroughput extends Benchmark {

  private static final Duration STOP = Duration.ofSeconds(30);
  private static final int FAIL_ONE_IN = 100;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "Messages of each round that are measured. Default: ${DEFAULT-VALUE}.")
  private int messages = 30_000;

  @Option(
      names = "--warm-up-messages",
      paramLabel = "N",
      description =
          "Messages of each round before those, and of one round before the first."
              + " Default: ${DEFAULT-VALUE}.")
  private int warmUp = 10_000;

  @Option(
      names = "--no-warm-up-round",
      negatable = true,
      description = "Leave out the round before the first.")
  private boolean warmUpRound = true;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each handles the messages. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Size of each payload. Default: ${DEFAULT-VALUE}.")
  private int payloadBytes = 500;

  @Option(
      names = "--transaction-messages",
      paramLabel = "N",
      description = "Messages of each Kafka transaction that publishes. Default: ${DEFAULT-VALUE}.")
  private int perTransaction = 100;

  @Option(
      names = "--no-failures",
      negatable = true,
      description = "Leave out the handler with failures.")
  private boolean failures = true;

  @Mixin private final ListenerOptions listener = new ListenerOptions();

  public HandlerThroughput(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Findings measure(Stack running) throws Exception {
    Service relay = running.relay();
    relay.stop(STOP);
    try {
      return rounds(running).findings(parameters());
    } finally {
      relay.start();
      relay.awaitReady();
    }
  }

  private Results rounds(Stack running) throws Exception {
    Results results = new Results();
    long run = System.nanoTime();
    if (warmUpRound) {
      say("a round to warm up, with %,d messages".formatted(warmUp));
      round(running, shape(run, warmUp)).forEach(results::check);
    }
    for (int round = 1; round <= rounds; round++) {
      say("round %d of %d, with %,d messages".formatted(round, rounds, warmUp + messages));
      round(running, shape(run, warmUp + messages))
          .forEach(
              (name, passage) ->
                  say("%s: %,.0f/s".formatted(name, results.add(name, passage, warmUp))));
    }
    return results;
  }

  private Backlog.Shape shape(long run, int count) {
    return new Backlog.Shape(run, count, payloadBytes, perTransaction);
  }

  private Map<String, Passage> round(Stack running, Backlog.Shape shape) throws Exception {
    String kafka = running.bootstrapServers();
    String topic = FreshTopics.create(kafka, "throughput", 1).names().get(0);
    Backlog backlog = new Backlog(kafka, topic, shape);
    backlog.publish();
    Course course = new Course(running, backlog);
    Map<String, Passage> passages = new LinkedHashMap<>();
    RunningHandler handler = course.start(EffectsPlan.onTopic(topic, "bench_waybill"));
    passages.put(Results.WAYBILL, course.handle(handler, id -> false));
    passages.put(
        Results.PLAIN,
        course.handle(
            course.start(new PlainListenerPlan(topic, "bench_plain", listener)), id -> false));
    if (failures) {
      passages.put(
          Results.FAILING,
          course.handle(
              course.start(EffectsPlan.onTopic(topic, "bench_failing").failingOnce(FAIL_ONE_IN)),
              id -> Mishaps.befall(id, FAIL_ONE_IN)));
    }
    passages.put(Results.DUPLICATES, course.skip(handler));
    return passages;
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>(listener.parameters());
    parameters.put("messages", String.valueOf(messages));
    parameters.put("warm-up-messages", String.valueOf(warmUp));
    parameters.put("rounds", String.valueOf(rounds));
    parameters.put("payload-bytes", String.valueOf(payloadBytes));
    parameters.put("transaction-messages", String.valueOf(perTransaction));
    parameters.put("failures", failures ? "one in " + FAIL_ONE_IN : "none");
    parameters.put("jvm", String.join(" ", jvm().values()));
    return parameters;
  }
}
