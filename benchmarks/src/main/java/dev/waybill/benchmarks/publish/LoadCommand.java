package dev.waybill.benchmarks.publish;

import dev.waybill.benchmarks.commit.CommitLog;
import dev.waybill.benchmarks.commit.LoadOptions;
import dev.waybill.benchmarks.commit.Times;
import dev.waybill.benchmarks.measure.Schedule;
import dev.waybill.lab.stack.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Publishes at a fixed rate on one path in a process of its own, and writes down when it committed
 * what; started by a benchmark, not by people.
 */
@Command(name = LoadCommand.NAME, hidden = true)
public final class LoadCommand implements Callable<Integer> {

  static final String NAME = "load";

  @Parameters(index = "0")
  private Path log = Path.of("");

  /** The writer's database, for the relay's path. */
  @Option(names = "--database")
  private String jdbcUrl = "";

  /** Kafka, for the reference's path. */
  @Option(names = "--bootstrap-servers")
  private String bootstrapServers = "";

  @Option(names = "--topics", split = ",")
  private List<String> topics = List.of();

  @Option(names = "--interval")
  private int interval = 5;

  @Option(names = "--run")
  private long run;

  @Option(names = "--rate")
  private int rate = 1;

  @Mixin private final LoadOptions load = new LoadOptions();

  @Override
  public Integer call() throws Exception {
    PublishPath path = jdbcUrl.isEmpty() ? reference() : relay();
    Schedule schedule = load.schedule(rate);
    Times times = new Times(schedule.count(), 0);
    path.publish(schedule, index -> load.message(run, index), times);
    CommitLog.write(log, schedule, times);
    return 0;
  }

  private PublishPath reference() {
    return new ReferencePath(bootstrapServers, topics, Duration.ofMillis(interval));
  }

  private PublishPath relay() {
    PGSimpleDataSource writer = new PGSimpleDataSource();
    writer.setUrl(jdbcUrl);
    writer.setUser(Role.WRITER.roleName());
    writer.setPassword(Role.WRITER.password());
    return new RelayPath(load.load(writer), List.of());
  }
}
