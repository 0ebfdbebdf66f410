package dev.waybill.cli;

import dev.waybill.cli.terminal.OutputOption;
import dev.waybill.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "version",
    header = "Show the version of this command line and of the Java that runs it.")
final class VersionCommand implements Runnable {

  private final Terminal terminal;

  @Mixin private final OutputOption output = new OutputOption();

  VersionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    String java =
        System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")";
    if (output.json()) {
      ObjectNode root = JsonNodeFactory.instance.objectNode();
      root.put("waybill", version());
      root.put("java", java);
      output.write(terminal, root);
    } else {
      terminal.out().println("waybill " + version());
      terminal.out().println("java " + java);
    }
  }

  private static String version() {
    String version = VersionCommand.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }
}
