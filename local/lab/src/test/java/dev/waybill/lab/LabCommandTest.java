package dev.waybill.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.Terminal;
import dev.waybill.lab.stack.HandlerService;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LabCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void showsItsCommandsButNotThoseOfItsOwn() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("demo", "up", "soak", "large")
        .doesNotContain("broker", "effects-handler");
  }

  @Test
  void documentsTheDefaultPorts() {
    assertThat(run("up", "--help")).isZero();
    assertThat(out.toString())
        .contains("15432", "19092", "18080", "18090", "18100", "18110", "18120", "18130", "11025");
  }

  @ParameterizedTest
  @EnumSource
  void hasAnOptionForThePortOfEachHandlerService(HandlerService handler) {
    assertThat(run("up", "--help")).isZero();
    assertThat(out.toString()).contains("--" + handler.id() + "-port=PORT");
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThat(run("soak", "--kill", "3")).isEqualTo(2);
    assertThat(err.toString()).contains("--kill");
  }

  @Test
  void letsAtLeastOneFaultStrike() {
    assertThat(run("soak", "--kills", "-1")).isEqualTo(2);
    assertThat(err.toString()).contains("--kills -1: give at least 0");
    assertThat(run("soak", "--faults", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--faults and --kills together, 0: give at least 1");
    assertThat(run("soak", "--rate", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rate 0: give at least 1");
  }

  @Test
  void needsToKnowTheCheckout() {
    assertThat(run("up")).isEqualTo(2);
    assertThat(err.toString()).contains("start it through ./waybill");
  }

  private int run(String... arguments) {
    Terminal terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            new BufferedReader(Reader.nullReader()),
            false,
            false);
    int code = LabCommand.create(terminal).execute(arguments);
    terminal.out().flush();
    terminal.err().flush();
    return code;
  }
}
