package dev.waybill.lab;

import dev.waybill.cli.terminal.ProgramOptions;
import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.demo.DemoCommand;
import dev.waybill.lab.demo.UpCommand;
import dev.waybill.lab.effects.EffectsCommand;
import dev.waybill.lab.large.LargeCommand;
import dev.waybill.lab.soak.SoakCommand;
import dev.waybill.lab.stack.BrokerCommand;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The commands of {@code ./waybill} that need a checkout and start servers. */
@Command(
    name = "waybill",
    header = "Runs Waybill on this machine, with nothing but a JDK.",
    synopsisSubcommandLabel = "COMMAND")
public final class LabCommand {
  @Mixin private final ProgramOptions options = new ProgramOptions();

  private LabCommand() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    // Numbers and upper case look the same for everybody.
    Locale.setDefault(Locale.ROOT);
    System.exit(create(Terminal.ofProcess(System.getenv())).execute(arguments));
  }

  static CommandLine create(Terminal terminal) {
    LabCommand lab = new LabCommand();
    CommandLine root =
        new CommandLine(lab)
            .addSubcommand(new DemoCommand(terminal))
            .addSubcommand(new UpCommand(terminal))
            .addSubcommand(new SoakCommand(terminal))
            .addSubcommand(new LargeCommand(terminal))
            .addSubcommand(new BrokerCommand())
            .addSubcommand(new EffectsCommand());
    return lab.options.applyTo(root, terminal);
  }
}
