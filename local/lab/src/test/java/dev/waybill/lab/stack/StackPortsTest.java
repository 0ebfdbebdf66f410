package dev.waybill.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StackPortsTest {
  @Test
  void takesFreePortsForZero() {
    StackPorts ports = StackPorts.free().resolved();

    List<Integer> all = new ArrayList<>(ports.handlers().values());
    all.addAll(
        List.of(ports.postgres(), ports.kafka(), ports.activity(), ports.relay(), ports.mail()));
    assertThat(all)
        .hasSize(5 + HandlerService.values().length)
        .doesNotContain(0)
        .doesNotHaveDuplicates();
  }

  @Test
  void namesThePortThatIsTakenAndTheOptionForAnother() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      StackPorts ports = new StackPorts(0, socket.getLocalPort(), 0, 0, 0, Map.of());

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
    assertThatThrownBy(new StackPorts(0, 0, 65_536, 0, 0, Map.of())::resolved)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(failure.what()).isEqualTo("--activity-port 65536: there is no such port");
            });
    assertThatThrownBy(new StackPorts(7, 0, 0, 0, 0, Map.of(HandlerService.DASHBOARD, 7))::resolved)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.USAGE);
              assertThat(failure.what()).isEqualTo("port 7 is given to more than one server");
            });
  }

  @Test
  void namesThePortOfTheMailCatcherLikeAnyOther() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(new StackPorts(0, 0, 0, 0, socket.getLocalPort(), Map.of())::resolved)
          .isInstanceOfSatisfying(
              CommandFailure.class,
              failure -> {
                assertThat(failure.what()).contains("which is for the mail catcher, is taken");
                assertThat(failure.next()).contains("--mail-port");
              });
    }
    assertThat(new StackPorts(0, 0, 0, 0, 11_025, Map.of()).mailTaken())
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure -> {
              assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFLICT);
              assertThat(failure.what())
                  .isEqualTo("port 11025, which is for the mail catcher, is taken");
              assertThat(failure.next()).contains("--mail-port");
            });
    assertThatThrownBy(new StackPorts(0, 7, 0, 0, 7, Map.of())::resolved)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure ->
                assertThat(failure.what()).isEqualTo("port 7 is given to more than one server"));
  }

  @Test
  void namesTheOptionOfAHandlersPort() {
    assertThatThrownBy(
            new StackPorts(0, 0, 0, 0, 0, Map.of(HandlerService.DASHBOARD, 65_536))::resolved)
        .isInstanceOfSatisfying(
            CommandFailure.class,
            failure ->
                assertThat(failure.what())
                    .isEqualTo("--dashboard-port 65536: there is no such port"));
  }
}
