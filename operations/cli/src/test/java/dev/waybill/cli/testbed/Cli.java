package dev.waybill.cli.testbed;

import dev.waybill.cli.WaybillCommand;
import dev.waybill.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One way to run commands: an environment, and perhaps somebody who answers questions. */
public record Cli(Map<String, String> environment, boolean interactive, String answer) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** As a script runs it: nobody is there. */
  public static Cli ofScript() {
    return new Cli(Map.of(), false, "");
  }

  /** As a person runs it who answers every question like this. */
  public Cli answering(String text) {
    return new Cli(environment, true, text);
  }

  public Cli with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new Cli(Map.copyOf(more), interactive, answer);
  }

  public Run run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Terminal terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            new BufferedReader(new StringReader(answer + "\n")),
            interactive,
            false);
    int exitCode = WaybillCommand.run(terminal, environment, arguments);
    terminal.out().flush();
    terminal.err().flush();
    return new Run(exitCode, out.toString(), err.toString());
  }

  /** What a run left behind. */
  public record Run(int exitCode, String out, String err) {

    public JsonNode json() {
      return JSON.readTree(out);
    }
  }
}
