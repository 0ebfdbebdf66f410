package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.listener.ListenerOptions;
import dev.waybill.benchmarks.listener.PlainListenerPlan;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.benchmarks.run.FlushDelay;
import dev.waybill.benchmarks.run.FreshTopics;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.effects.Mishaps;
import dev.waybill.lab.stack.RunningHandler;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench handler-throughput}. */
@Command(
    name = "handler-throughput",
    header = "How many effects one instance of a handler commits in a second.",
    description = {
      "",
      "In each round messages on topics of three partitions are handled by one process after the"
          + " other, each with a new database: a handler with the starter, and a plain spring-kafka"
          + " listener that notes the id and writes the effect in one transaction for each record."
          + " The effect is one row. Then the handler's topic gets more copies of each message,"
          + " and the handler reads those. Also a handler of whose messages one in a hundred fails"
          + " once; the listener that it is compared with has no failures.",
      "",
      "Those who are slower get fewer of the same messages. Of its messages each process handles the"
          + " first half to warm up; speeds are those of the second half. A message that failed is due"
          + " again after ten seconds, and its key waits for it, as promised: where some fail, the"
          + " speed is that of all whose key never waits. Effects count by when they were written, duplicates by the"
          + " stored positions. The relay is at rest.",
      ""
    })
public final class HandlerThroughput extends Benchmark {

  private static final Duration STOP = Duration.ofSeconds(30);
  private static final int FAIL_ONE_IN = 100;

  /** Part of every message's id; the same in every run, so that always the same ones fail. */
  private static final long RUN = 1;

  @Mixin private final Sizes sizes = new Sizes();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each handles its messages. Default: ${DEFAULT-VALUE}.")
  private int rounds = 2;

  @Option(
      names = "--no-warm-up-round",
      negatable = true,
      description = "Leave out the short round before the first.")
  private boolean warmUpRound = true;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Size of each payload. Default: ${DEFAULT-VALUE}.")
  private int payloadBytes = 500;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description = "Ordering keys that take turns. Default: ${DEFAULT-VALUE}.")
  private int keys = 20_000;

  @Option(
      names = "--transaction-messages",
      paramLabel = "N",
      description = "Messages of each Kafka transaction that publishes. Default: ${DEFAULT-VALUE}.")
  private int perTransaction = 500;

  @Mixin private final FlushDelay flushDelay = new FlushDelay();

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
    if (warmUpRound) {
      say("a short round to warm up");
      round(running, sizes.tenth(), results::check);
    }
    for (int round = 1; round <= rounds; round++) {
      say("round %d of %d".formatted(round, rounds));
      round(
          running,
          sizes,
          (name, passage) -> say("%s: %,.0f/s".formatted(name, results.add(name, passage))));
    }
    return results;
  }

  private void round(Stack running, Sizes of, BiConsumer<String, Passage> each) throws Exception {
    List<String> topics = FreshTopics.create(running.bootstrapServers(), "throughput", 3).names();
    Course course = course(running, topics.get(0), of.messages());
    RunningHandler handler = course.start(EffectsPlan.onTopic(topics.get(0), "bench_waybill"));
    each.accept(Results.WAYBILL, course.handle(handler, id -> false));
    Course plain = course(running, topics.get(1), of.reference());
    each.accept(
        Results.PLAIN,
        plain.handle(
            plain.start(new PlainListenerPlan(topics.get(1), "bench_plain", listener)),
            id -> false));
    each.accept(Results.DUPLICATES, course.skip(handler, of.copies()));
    if (of.failing() > 0) {
      Course failing = course(running, topics.get(2), of.failing());
      each.accept(
          Results.FAILING,
          failing.handle(
              failing.start(
                  EffectsPlan.onTopic(topics.get(2), "bench_failing").failingOnce(FAIL_ONE_IN)),
              id -> Mishaps.befall(id, FAIL_ONE_IN)));
    }
  }

  private Course course(Stack running, String topic, int messages) {
    Backlog.Shape shape = new Backlog.Shape(RUN, messages, payloadBytes, keys, perTransaction);
    return new Course(running, flushDelay, new Backlog(running.bootstrapServers(), topic, shape));
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>(listener.parameters());
    parameters.putAll(sizes.parameters());
    parameters.put("rounds", String.valueOf(rounds));
    parameters.put("payload-bytes", String.valueOf(payloadBytes));
    parameters.put("keys", String.valueOf(keys));
    parameters.put("transaction-messages", String.valueOf(perTransaction));
    parameters.put(FlushDelay.PARAMETER, flushDelay.parameter());
    parameters.put("jvm", String.join(" ", jvm().values()));
    return parameters;
  }
}
