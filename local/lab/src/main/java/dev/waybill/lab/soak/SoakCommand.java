package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.effects.EffectsPlan;
import dev.waybill.lab.fault.FaultDeck;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.JvmOptions;
import dev.waybill.lab.stack.StackOptions;
import dev.waybill.lab.stack.StackPorts;
import dev.waybill.lab.stack.StackRunner;
import dev.waybill.lab.stack.StackServices;
import dev.waybill.lab.stack.StackSettings;
import dev.waybill.lab.stack.StartupLines;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code waybill soak}. */
@Command(
    name = "soak",
    header = "Let faults strike under load, then compare topics and effects with commits.",
    description = {
      "",
      "Starts a stack of its own on free ports with two relays, and writes to the outbox in every"
          + " way (COPY, multi-row INSERT, the starter's function, interleaved long transactions,"
          + " rollbacks to savepoints and whole ones). Meanwhile faults strike by chance: SIGKILL and"
          + " SIGSTOP of relays, handler and broker, restarts of PostgreSQL, ended connections, black"
          + " holes between a relay and its servers, and slots that are dropped, or dropped and made"
          + " anew by hand. Each kind strikes once before any strikes again.",
      "",
      "At instants by chance it proves that the slot confirms nothing that Kafka has not"
          + " acknowledged. When all is quiet it reads each handler's topic with read_committed, and"
          + " the rows that the handler wrote, one for each message, into a table where nothing keeps"
          + " it from writing two. A message that no slot brings, since the slot was made by hand, may"
          + " be late; which these are is known exactly, and each must say so itself.",
      "",
      "Exit code 0 only if nothing was lost, doubled, invented or reordered, and nothing confirmed"
          + " too early.",
      ""
    })
public final class SoakCommand implements Callable<Integer> {
  private static final Duration LEASE = Duration.ofSeconds(3);

  private final Terminal terminal;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--faults",
      paramLabel = "N",
      description =
          "How many faults of all kinds strike. Default: each kind once, or none beside --kills.")
  private @Nullable Integer faults;

  @Option(
      names = "--kills",
      paramLabel = "N",
      description = "How often a relay or the handler is killed, besides. Default: never.")
  private int kills;

  @Option(
      names = "--longest",
      paramLabel = "SECONDS",
      description =
          "How long a freeze or a black hole lasts at most. Default: ${DEFAULT-VALUE}, which is"
              + " longer than lease, replication timeout and request timeout.")
  private int longest = 12;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Messages per second, all writers together. Default: ${DEFAULT-VALUE}.")
  private int rate = 1000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Repeat the choices of an earlier run. Default: a new one, which is printed.")
  private @Nullable Long seed;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the servers keep their data; emptied first. Default: .waybill/soak.")
  private @Nullable Path data;

  @Mixin private final OutputOption output = new OutputOption();

  /** Makes the command. */
  public SoakCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    requireAtLeast(0, "--faults", faults());
    requireAtLeast(0, "--kills", kills);
    requireAtLeast(1, "--faults and --kills together,", faults() + kills);
    requireAtLeast(1, "--longest", longest);
    requireAtLeast(1, "--rate", rate);
    SoakPlan plan =
        SoakPlan.deal(
            faults(), kills, Duration.ofSeconds(longest), rate, seed == null ? newSeed() : seed);
    terminal
        .err()
        .printf("seed %d, %d faults, %d messages/s%n", plan.seed(), plan.faults().size(), rate);
    StackSettings settings = settings();
    SoakResult result =
        StackRunner.run(
            settings,
            StartupLines.to(terminal.err()),
            stack -> new Soak(stack, plan, terminal).run());
    if (output.json()) {
      output.write(terminal, result.json());
    } else {
      new SoakReport(terminal).print(result);
    }
    return (result.passed() ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  /**
   * Without a word about either, each kind of fault strikes once; kills alone, when only they are
   * asked for.
   */
  private int faults() {
    return faults == null ? (kills > 0 ? 0 : FaultDeck.FAULTS.kinds()) : faults;
  }

  private void requireAtLeast(int least, String option, int value) {
    if (value < least) {
      throw new ParameterException(
          spec.commandLine(), "%s %d: give at least %d".formatted(option, value, least));
    }
  }

  private StackSettings settings() {
    Path home = StackOptions.home();
    Path folder = data == null ? home.resolve(".waybill/soak") : data.toAbsolutePath();
    return new StackSettings(
        new Checkout(home),
        folder,
        true,
        StackPorts.free(),
        new StackServices(
            LEASE, List.of(new EffectsPlan()), Map.of(), JvmOptions.QUICK_START, Soak.RELAYS));
  }

  private static long newSeed() {
    return new SecureRandom().nextInt(Integer.MAX_VALUE);
  }
}
