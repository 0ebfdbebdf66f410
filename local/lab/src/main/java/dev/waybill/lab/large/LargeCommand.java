package dev.waybill.lab.large;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.Style;
import dev.waybill.cli.terminal.Table;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackPorts;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import dev.waybill.local.history.TopicHistory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code waybill large}. */
@Command(
    name = "large",
    header = "Send transactions that are larger than the relay's heap through it.",
    description = {
      "",
      "Starts a stack of its own on free ports, whose relay has a heap of 512 MB, and commits one"
          + " transaction of 200 000 rows of 4 KB, and then one of 2 000 rows of 900 KB. In the"
          + " middle of each the broker is frozen, for longer than PostgreSQL waits for a silent"
          + " reader (6 s here). At last the relay is frozen, its slot is dropped, and a million rows"
          + " of 512 bytes are committed, which it then has to find in the table. Needs some 20 GB of"
          + " disk and half an hour.",
      "",
      "Exit code 0 only if the relay's process is still the same, began no more sessions than the"
          + " freezes explain, published everything once and in order, and left no spill files.",
      ""
    })
public final class LargeCommand implements Callable<Integer> {
  private static final List<Size> SIZES =
      List.of(
          new Size(200_000, 4_096, Size.Course.STREAMED),
          new Size(2_000, 921_600, Size.Course.STREAMED),
          new Size(1_000_000, 512, Size.Course.CAUGHT_UP));

  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--percent",
      paramLabel = "N",
      description = "Only so much of the rows. Default: ${DEFAULT-VALUE}.")
  private int percent = 100;

  @Option(
      names = "--pause",
      paramLabel = "SECONDS",
      description = "How long the broker is frozen. Default: ${DEFAULT-VALUE}.")
  private int pause = 20;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the servers keep their data; emptied first. Default: .waybill/large.")
  private @Nullable Path data;

  /** Makes the command. */
  public LargeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (percent < 1 || percent > 100 || pause < 1) {
      throw new ParameterException(
          spec.commandLine(), "give --percent from 1 to 100, and --pause of at least 1");
    }
    List<Size> sizes = SIZES.stream().map(size -> size.percent(percent)).toList();
    LargeResult result =
        StackRunner.run(
            settings(),
            StartupLines.to(terminal.err()),
            stack -> new LargeRun(stack, Duration.ofSeconds(pause), terminal).run(sizes));
    report(result);
    return (result.passed() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  private StackSettings settings() {
    Path home = StackOptions.home();
    Path folder = data == null ? home.resolve(".waybill/large") : data.toAbsolutePath();
    return new StackSettings(
        new Checkout(home),
        folder,
        true,
        StackPorts.free(),
        StackServices.of(StackServices.LEASE, List.of()));
  }

  private void report(LargeResult result) {
    Table passages =
        new Table(
            "course", "rows", "bytes each", "MB", "written", "published", "sessions", "spilled MB");
    result.passages().forEach(passage -> row(passages, passage));
    passages.lines().forEach(terminal.out()::println);
    terminal.out().println();
    Table table = new Table("where", "records", "lost", "doubled", "ghosts", "reordered");
    result.history().topics().forEach(topic -> row(table, topic));
    table.lines().forEach(terminal.out()::println);
    terminal
        .out()
        .printf(
            "%n%s: %d committed, the relay's process %s%n",
            result.passed()
                ? terminal.paint(Style.GOOD, "passed")
                : terminal.paint(Style.BAD, "FAILED"),
            result.history().committed(),
            result.restarted() ? "ended" : "is the same");
    terminal.out().flush();
  }

  private static void row(Table table, Passage passage) {
    table.row(
        passage.size().course().toString(),
        Integer.toString(passage.size().rows()),
        Integer.toString(passage.size().payloadBytes()),
        Long.toString(passage.size().megabytes()),
        passage.written().toSeconds() + " s",
        passage.published().toSeconds() + " s",
        Long.toString(passage.sessions()),
        Long.toString(passage.spilledMegabytes()));
  }

  private static void row(Table table, TopicHistory history) {
    table.row(
        history.topic(),
        Long.toString(history.records()),
        history.lost().toString(),
        history.doubled().toString(),
        history.ghosts().toString(),
        history.reordered().toString());
  }
}
