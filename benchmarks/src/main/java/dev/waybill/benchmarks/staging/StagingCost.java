package dev.waybill.benchmarks.staging;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.benchmarks.report.Findings;
import dev.waybill.benchmarks.run.Benchmark;
import dev.waybill.benchmarks.run.FlushDelay;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import dev.waybill.lab.stack.StackOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench staging-cost}. */
@Command(
    name = "staging-cost",
    header = "What a staged message costs the transaction that stages it.",
    description = {
      "",
      "A business change of two rows, in one transaction through Spring, as often as each connection"
          + " can: without a message, with one that the starter checks and stages, with one in an"
          + " outbox of another make, whose row is inserted and later updated by a publisher, and with"
          + " a row that is inserted and nothing else. That outbox checks nothing and sends nothing,"
          + " and its publisher marks hundreds of rows in a statement.",
      "",
      "They take turns in each round, with empty tables behind a checkpoint. WAL is that of the"
          + " whole server, less that of the change alone; dead rows are the versions that updates"
          + " leave behind. The relay is at rest.",
      ""
    })
public final class StagingCost extends Benchmark {

  private static final Duration STOP = Duration.ofSeconds(30);

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "How many work at the same time. Default: ${DEFAULT-VALUE}.")
  private int connections = 8;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long each works in a round. Default: ${DEFAULT-VALUE}.")
  private int seconds = 10;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each works. Default: ${DEFAULT-VALUE}.")
  private int rounds = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "How long each works before the first round. Default: ${DEFAULT-VALUE}.")
  private int warmUp = 5;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Size of each payload. Default: ${DEFAULT-VALUE}.")
  private int payloadBytes = 500;

  @Mixin private final FlushDelay flushDelay = new FlushDelay();

  @Option(
      names = "--contracts",
      paramLabel = "DIR",
      description = "The folder of event contracts. Default: that of the checkout.")
  private @Nullable Path contracts;

  public StagingCost(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Findings measure(Stack running) throws Exception {
    Path folder =
        contracts == null ? new Checkout(StackOptions.home()).contractsFolder() : contracts;
    Catalogue catalogue = Catalogue.ofFolder(folder);
    Service relay = running.relay();
    relay.stop(STOP);
    try (BenchDatabase database = BenchDatabase.create(running.postgres(), flushDelay)) {
      return rounds(database, catalogue).findings(parameters());
    } finally {
      relay.start();
      relay.awaitReady();
    }
  }

  private Costs rounds(BenchDatabase database, Catalogue catalogue) throws Exception {
    Costs costs = new Costs();
    List<Way> ways = new ArrayList<>();
    ways.add(pool -> new Unstaged());
    ways.add(pool -> new Staged(pool, catalogue));
    ways.add(UpdateInPlace::new);
    ways.add(InsertOnly::new);
    say("each works for %d s to warm up".formatted(warmUp));
    for (Way way : ways) {
      leg(database, way, Duration.ofSeconds(warmUp));
    }
    for (int round = 1; round <= rounds; round++) {
      say("round %d of %d".formatted(round, rounds));
      for (Way way : ways) {
        Leg leg = leg(database, way, Duration.ofSeconds(seconds));
        costs.add(leg.name(), leg.outcome(), leg.deadRows());
        say("%s: %,.0f/s".formatted(leg.name(), leg.outcome().perSecond()));
      }
      // Another begins, since a machine slows down and speeds up.
      Collections.rotate(ways, 1);
    }
    return costs;
  }

  private Leg leg(BenchDatabase database, Way way, Duration time) throws Exception {
    database.reset();
    BenchDatabase.Counters before = database.counters();
    String name;
    Outcome outcome;
    // One more connection, for a publisher.
    try (HikariDataSource pool = database.pool(connections + 1);
        Contender contender = way.over(pool)) {
      name = contender.contender();
      long walBefore = database.walBytes();
      long begun = System.nanoTime();
      long transactions = new ChangeLoad(pool, connections, payloadBytes).run(contender, time);
      double took = (System.nanoTime() - begun) / 1e9;
      boolean settled = contender.settle();
      outcome =
          new Outcome(
              transactions,
              transactions / took,
              database.walBytes() - walBefore,
              database.holds(transactions, contender.table()),
              settled);
    }
    // Connections report what they did at the latest when they end.
    long dead = database.countersAfter(before, outcome.transactions()).dead() - before.dead();
    return new Leg(name, outcome, dead);
  }

  private Map<String, String> parameters() {
    return Map.of(
        "connections",
        String.valueOf(connections),
        "seconds",
        String.valueOf(seconds),
        FlushDelay.PARAMETER,
        flushDelay.parameter(),
        "rounds",
        String.valueOf(rounds),
        "warm-up",
        String.valueOf(warmUp),
        "payload-bytes",
        String.valueOf(payloadBytes));
  }

  /** Makes a contender over its connections. */
  private interface Way {
    Contender over(HikariDataSource pool);
  }

  private record Leg(String name, Outcome outcome, long deadRows) {}
}
