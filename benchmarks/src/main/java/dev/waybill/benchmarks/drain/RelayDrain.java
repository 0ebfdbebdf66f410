package dev.waybill.benchmarks.drain;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.engine.BareEngineCommand.Copies;
import dev.waybill.benchmarks.measure.Progress;
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
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill bench relay-drain}. */
@Command(
    name = "relay-drain",
    header = "How fast the packaged relay works off a backlog.",
    description = {
      "",
      "In each round a backlog is staged while nobody reads, and then read from the same place in"
          + " the log by one after the other: the relay, exactly once to the topic of each handler;"
          + " a Debezium engine with the relay's settings that sends the same copies at least once;"
          + " one that discards them, on the relay's publication and on one with every column; and"
          + " a client of the replication protocol"
          + " that looks at one byte of each message, which is the server's decoding and the driver."
          + " Each has the machine to itself, but for the servers.",
      "",
      "Speeds are counted from the last row of the warm-up to the last row. What the relay published"
          + " counts when a read_committed consumer could have read it, by the last stable offsets.",
      ""
    })
public final class RelayDrain extends Benchmark {

  private static final String TRIMMED = "waybill_outbox";
  private static final String ALL_COLUMNS = "bench_all_columns";
  private static final String SENDING = "sending-engine";
  private static final String BARE = "bare-engine";
  private static final String BARE_ALL = "bare-engine-all-columns";

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of each backlog that are measured. Default: ${DEFAULT-VALUE}.")
  private int rows = 300_000;

  @Option(
      names = "--warm-up-rows",
      paramLabel = "N",
      description = "Rows of each backlog before those. Default: ${DEFAULT-VALUE}.")
  private int warmUp = 100_000;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each reads a backlog. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Size of each payload. Default: ${DEFAULT-VALUE}.")
  private int payloadBytes = 500;

  @Option(
      names = "--transaction-rows",
      paramLabel = "N",
      description = "Rows of each transaction that stages. Default: ${DEFAULT-VALUE}.")
  private int transactionRows = 10;

  @Mixin private final HandlerTopics handlers = new HandlerTopics();

  public RelayDrain(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected StackServices services() {
    return new StackServices(
        StackServices.LEASE, List.of(), handlers.missing(BenchMessage.TYPE), jvm());
  }

  @Override
  protected Findings measure(Stack running) throws Exception {
    publishAllColumns(running);
    List<String> topics = running.topics(BenchMessage.TYPE);
    Slots slots = new Slots(running.database(Role.RELAY));
    RelayContestant relay =
        new RelayContestant(running.relay(), slots, running.bootstrapServers(), topics);
    EngineContestant.Site site = new EngineContestant.Site(slots, running.jdbcUrl(), jvm());
    List<Contestant> contestants =
        List.of(
            relay,
            new EngineContestant(SENDING, TRIMMED, copies(running, topics.size()), site),
            new EngineContestant(BARE, TRIMMED, Copies.none(), site),
            new EngineContestant(BARE_ALL, ALL_COLUMNS, Copies.none(), site),
            new RawContestant(slots, running.jdbcUrl(), TRIMMED));
    Rounds measured = new Rounds(warmUp + rows, warmUp);
    for (int round = 0; round < rounds; round++) {
      round(running, round, contestants, measured);
    }
    relay.leaveRunning();
    say("comparing the topics with the outbox");
    History history =
        StoredRecords.compare(
            running.bootstrapServers(), topics, StoredMessages.read(running.database(Role.RELAY)));
    return findings(measured, history, topics.size());
  }

  private static Copies copies(Stack running, int count)
      throws InterruptedException, ExecutionException {
    return new Copies(
        running.bootstrapServers(),
        FreshTopics.create(running.bootstrapServers(), "drain", count).names());
  }

  private void round(Stack running, int round, List<Contestant> contestants, Rounds measured)
      throws Exception {
    for (Contestant contestant : contestants) {
      contestant.stand();
    }
    say("round %d of %d: staging %,d rows".formatted(round + 1, rounds, warmUp + rows));
    new Backlog(running.database(Role.WRITER), warmUp + rows, transactionRows, payloadBytes)
        .stage();
    // Each is the first one in turn, since the servers are busiest just after the staging.
    List<Contestant> turns = new ArrayList<>(contestants);
    Collections.rotate(turns, -round);
    for (Contestant contestant : turns) {
      Progress progress = contestant.drain(warmUp + rows);
      say(
          "%s: %,.0f rows/s, %.1f s from its start"
              .formatted(
                  contestant.name(), progress.perSecondAfter(warmUp), progress.secondsToLast()));
      measured.add(contestant.name(), progress);
    }
  }

  private Findings findings(Rounds measured, History history, int topics) {
    List<String> remarks = new ArrayList<>(HistoryRemarks.of(history));
    if (!measured.complete()) {
      remarks.add("not every contestant read exactly the backlog");
    }
    List<Figure> ratios =
        List.of(
            measured.ratio("relay_vs_bare_engine", "relay", BARE),
            measured.ratio("relay_vs_sending_engine", "relay", SENDING),
            measured.ratio("sending_vs_bare_engine", SENDING, BARE),
            measured.ratio("trimmed_vs_all_columns", BARE, BARE_ALL),
            measured.ratio("bare_engine_vs_raw_decoding", BARE, "raw-decoding"));
    return new Findings(
        new Verdicts(history.clean(), measured.complete(), true),
        ratios,
        measured.figures(),
        Map.of(
            "rows", String.valueOf(rows),
            "warm-up-rows", String.valueOf(warmUp),
            "rounds", String.valueOf(rounds),
            "payload-bytes", String.valueOf(payloadBytes),
            "transaction-rows", String.valueOf(transactionRows),
            "topics", String.valueOf(topics),
            "jvm", String.join(" ", jvm().values())),
        remarks);
  }

  /** As the relay's publication, but for the columns. */
  private static void publishAllColumns(Stack running) throws SQLException {
    try (Connection connection = running.database(Role.MIGRATOR).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP PUBLICATION IF EXISTS " + ALL_COLUMNS);
      statement.execute(
          """
          CREATE PUBLICATION %s FOR TABLE outbox.message, outbox.relay_heartbeat
            WITH (publish = 'insert', publish_via_partition_root = true)
          """
              .formatted(ALL_COLUMNS));
    }
  }
}
