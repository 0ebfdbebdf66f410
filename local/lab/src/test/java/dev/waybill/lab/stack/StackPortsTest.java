package dev.waybill.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class StackPortsTest {
  @Test
  void takesFreePortsForZero() {
    StackPorts ports = StackPorts.free().resolved();

    assertThat(new int[] {ports.postgres(), ports.kafka(), ports.activity(), ports.relay()})
        .doesNotContain(0)
        .doesNotHaveDuplicates();
  }

  @Test
  void namesThePortThatIsTakenAndTheOptionForAnother() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StackPorts ports = new StackPorts(0, socket.getLocalPort(), 0, 0, 0);

      assertThatThrownBy(ports::resolved)
          .isInstanceOfSatisfying(
              CommandFailure.class,
              failure -> {
                assertThat(failure.what())
                    .isEqualTo(
                        "port %d, which is for Kafka, is taken".formatted(socket.getLocalPort()));
                assertThat(failure.next()).contains("--kafka-port");
              });
    }
  }

  @Test
  void refusesWhatIsNoPortAndOneThatIsGivenTwice() {
    assertThatThrownBy(new StackPorts(0, 0, 65_536, 0, 0)::resolved)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(failure.what()).isEqualTo("--activity-port 65536: there is no such port");
            });
    assertThatThrownBy(new StackPorts(7, 0, 0, 7, 0)::resolved)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(failure.what()).isEqualTo("port 7 is given to more than one server");
            });
  }
}
