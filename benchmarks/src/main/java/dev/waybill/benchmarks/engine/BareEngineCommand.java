package dev.waybill.benchmarks.engine;

import dev.waybill.benchmarks.measure.WallClock;
import dev.waybill.benchmarks.run.BenchProcess;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.lab.stack.Role;
import dev.waybill.local.process.ChildProcess;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs a bare engine; started by a benchmark, not by people. Prints a line {@code rows COUNT
 * INSTANT} for each batch, the instant in nanoseconds of the wall clock.
 */
@Command(name = BareEngineCommand.NAME, hidden = true)
public final class BareEngineCommand implements Callable<Integer> {

  /** What each line of progress begins with. */
  public static final String ROWS = "rows ";

  static final String NAME = "bare-engine";

  @Parameters(index = "0")
  private String jdbcUrl = "";

  @Parameters(index = "1")
  private String slot = "";

  @Parameters(index = "2")
  private String publication = "";

  @Parameters(index = "3")
  private long goal;

  @Option(names = "--bootstrap-servers")
  private String bootstrapServers = "";

  @Option(names = "--copy-to")
  private List<String> topics = List.of();

  /**
   * A process that ends when it has read {@code goal} rows of the outbox.
   *
   * @param copies where it sends them; nowhere when no topic is named
   */
  public static ChildProcess start(
      JvmOptions jvm, String jdbcUrl, Reading reading, Copies copies, long goal, Path log) {
    List<String> arguments =
        new ArrayList<>(
            List.of(jdbcUrl, reading.slot(), reading.publication(), Long.toString(goal)));
    if (!copies.topics().isEmpty()) {
      arguments.add("--bootstrap-servers=" + copies.bootstrapServers());
      copies.topics().forEach(topic -> arguments.add("--copy-to=" + topic));
    }
    return BenchProcess.builder(jvm, NAME, arguments.toArray(new String[0])).logFile(log).start();
  }

  @Override
  public Integer call() throws Exception {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(jdbcUrl);
    database.setUser(Role.RELAY.roleName());
    database.setPassword(Role.RELAY.password());
    WallClock clock = WallClock.ofThisProcess();
    PrintStream out = System.out;
    try (RowSink sink =
        topics.isEmpty() ? RowSink.NOWHERE : new PlainCopies(bootstrapServers, topics)) {
      new BareEngine(
              goal,
              sink,
              rows -> out.println(ROWS + rows + " " + clock.toEpochNanos(System.nanoTime())))
          .run(BareEngineSettings.of(database, slot, publication));
    }
    return 0;
  }

  /** What an engine reads by. */
  public record Reading(String slot, String publication) {}

  /** Where an engine sends what it reads: one copy to each topic, or nowhere. */
  public record Copies(String bootstrapServers, List<String> topics) {

    /** Topics are copied. */
    public Copies {
      topics = List.copyOf(topics);
    }

    /** What it reads is discarded. */
    public static Copies none() {
      return new Copies("", List.of());
    }
  }
}
