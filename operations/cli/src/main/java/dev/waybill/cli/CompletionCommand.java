package dev.waybill.cli;

import dev.waybill.cli.terminal.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The completion scripts; one script serves both shells, as zsh emulates bash's completion. */
@Command(
    name = "completion",
    header = "Print a completion script for a shell: bash, zsh.",
    description = {
      "",
      "For bash, put this into ~/.bashrc:  source <(waybill completion bash)",
      "For zsh, put this into ~/.zshrc:    source <(waybill completion zsh)",
      ""
    })
final class CompletionCommand {

  private CompletionCommand() {}

  static CommandLine create(Terminal terminal, CommandLine root) {
    return new CommandLine(new CompletionCommand())
        .addSubcommand(new Bash(terminal, root))
        .addSubcommand(new Zsh(terminal, root));
  }

  private static void print(Terminal terminal, CommandLine root) {
    terminal.out().print(AutoComplete.bash("waybill", root));
    terminal.out().flush();
  }

  @Command(name = "bash", header = "Print the completion script for bash.")
  private record Bash(Terminal terminal, CommandLine root) implements Runnable {
    @Override
    public void run() {
      print(terminal, root);
    }
  }

  @Command(name = "zsh", header = "Print the completion script for zsh.")
  private record Zsh(Terminal terminal, CommandLine root) implements Runnable {
    @Override
    public void run() {
      print(terminal, root);
    }
  }
}
