package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A short soak of the packaged services, as the long ones by command. */
class SoakCommandIT {

  private static final String HOME = "waybill.home";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Terminal terminal =
      new Terminal(
          new PrintWriter(out),
          new PrintWriter(err),
          new BufferedReader(Reader.nullReader()),
          false,
          false);

  @BeforeEach
  void tellTheCheckout() {
    System.setProperty(HOME, Path.of("../..").toAbsolutePath().normalize().toString());
  }

  @AfterEach
  void forgetTheCheckout() {
    System.clearProperty(HOME);
  }

  @Test
  void losesAndRepeatsNothingWhenTheRelayIsKilledFiveTimes(@TempDir Path data) {
    int code =
        new CommandLine(new SoakCommand(terminal))
            .setErr(terminal.err())
            .execute("--kills", "5", "--rate", "400", "--data", data.toString(), "-o", "json");

    assertThat(code).as(out + "\n" + err).isZero();
    JsonNode result = JsonMapper.builder().build().readTree(out.toString());
    assertThat(result.path("kills").asInt()).isEqualTo(5);
    assertThat(result.path("committed").asInt()).isGreaterThan(2_000);
    assertThat(result.path("rolledBack").asInt()).isPositive();
    for (String kind : new String[] {"lost", "doubled", "ghosts", "reordered"}) {
      assertThat(result.path(kind).asInt(-1)).as(kind).isZero();
    }
    for (JsonNode topic : result.path("topics")) {
      assertThat(topic.path("records").asInt()).isEqualTo(result.path("committed").asInt());
    }
  }
}
