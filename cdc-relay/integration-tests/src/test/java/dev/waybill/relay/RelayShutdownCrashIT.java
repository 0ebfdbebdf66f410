package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SIGTERM ends the relay within 30 s, whatever it is doing and whatever it waits for. */
class RelayShutdownCrashIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int ENDED_BY_SIGTERM = 143;

  @ParameterizedTest
  @ValueSource(strings = {"Relay starting: Kafka", "Relay starting: engine", "Relay streaming"})
  void endsInOrderFromEveryStep(String step) {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    try (RelayProcess relay = RelayProcess.start(testbed, Map.of())) {
      relay.awaitLine(step);
      assertThat(relay.process().terminate(LIMIT)).isEqualTo(ENDED_BY_SIGTERM);
      assertThat(relay.process().logTail()).contains("Relay: stopped");
    }
    assertThat(leaseOwners(testbed)).isZero();
  }

  @Test
  void endsWhileItWaitsForPostgres() {
    RelayTestbed testbed = RelayTestbed.create();
    Map<String, String> nowhere =
        Map.of("waybill.relay.database.url", "jdbc:postgresql://127.0.0.1:1/nowhere");
    try (RelayProcess relay = RelayProcess.start(testbed, nowhere)) {
      relay.awaitLine("Relay not ready: the database at");
      assertThat(relay.process().terminate(LIMIT)).isEqualTo(ENDED_BY_SIGTERM);
    }
  }

  @Test
  void endsWhileItWaitsForKafka() {
    RelayTestbed testbed = RelayTestbed.create();
    Map<String, String> nowhere = Map.of("waybill.relay.kafka.bootstrap-servers", "127.0.0.1:1");
    try (RelayProcess relay = RelayProcess.start(testbed, nowhere)) {
      relay.awaitLine("Relay not ready: Kafka at 127.0.0.1:1");
      assertThat(relay.process().terminate(LIMIT)).isEqualTo(ENDED_BY_SIGTERM);
    }
    assertThat(leaseOwners(testbed)).isZero();
  }

  private static long leaseOwners(RelayTestbed testbed) {
    return testbed
        .as("waybill_relay")
        .sql("SELECT count(lease_owner) FROM outbox.relay_lease")
        .query(Long.class)
        .single();
  }
}
