package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.local.network.TcpProxy;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The network between relay and PostgreSQL swallows everything: nothing is refused, nothing is
 * answered, no connection breaks. A relay with the timeouts of production notices and goes on as
 * the same process; one whose engine could not be stopped would have ended itself.
 */
class RelayBlackHoleIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void isNotReadyWithinAMinuteAndStreamsWithinAMinuteAfterIt() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    Load load = new Load(testbed);
    try (TcpProxy link = TcpProxy.to("127.0.0.1", testbed.postgres().port());
        RelayProcess relay =
            RelayProcess.start(
                testbed,
                Map.of(
                    "waybill.relay.database.url",
                    "jdbc:postgresql://127.0.0.1:" + link.port() + "/" + testbed.name(),
                    "waybill.relay.lease-duration",
                    "10s",
                    "waybill.relay.stream.heartbeat-interval",
                    "5s"))) {
      relay.awaitStreaming();
      load.commit("parcel:1", 5);
      awaitEverything(load);

      link.blackHole();
      load.commit("parcel:1", 5);
      relay.process().awaitLine(Pattern.compile("Relay not ready: "), LIMIT);
      // Until it has been through a whole attempt inside the hole.
      relay.process().awaitLine(Pattern.compile("does not answer: "), LIMIT);
      link.heal();
      awaitEverything(load);
      assertThat(relay.process().isAlive()).isTrue();
    }
  }

  private static void awaitEverything(Load load) {
    await().atMost(LIMIT).until(() -> load.received("timeline") >= load.size());
    assertThat(load.history("timeline").clean()).isTrue();
  }
}
