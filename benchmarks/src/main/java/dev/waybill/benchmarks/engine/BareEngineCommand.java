package dev.waybill.benchmarks.engine;

import dev.waybill.benchmarks.measure.WallClock;
import dev.waybill.benchmarks.run.BenchProcess;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.lab.stack.Role;
import dev.waybill.local.process.ChildProcess;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.Command;
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

  /** A process that ends when it has read {@code goal} rows of the outbox. */
  public static ChildProcess start(
      JvmOptions jvm, String jdbcUrl, String slot, String publication, long goal, Path log) {
    return BenchProcess.builder(jvm, NAME, jdbcUrl, slot, publication, Long.toString(goal))
        .logFile(log)
        .start();
  }

  @Override
  public Integer call() throws Exception {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(jdbcUrl);
    database.setUser(Role.RELAY.roleName());
    database.setPassword(Role.RELAY.password());
    WallClock clock = WallClock.ofThisProcess();
    PrintStream out = System.out;
    new BareEngine(
            goal, rows -> out.println(ROWS + rows + " " + clock.toEpochNanos(System.nanoTime())))
        .run(BareEngineSettings.of(database, slot, publication));
    return 0;
  }
}
