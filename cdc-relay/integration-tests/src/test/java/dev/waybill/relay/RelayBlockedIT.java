package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.health.RelayHealthIndicator;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.Load;
import dev.waybill.relay.testbed.RelayProcess;
import dev.waybill.relay.testbed.RelayTestbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * PostgreSQL is there and accepts connections, and what the relay needs of it does not go on: the
 * relay is not ready within a minute, says why, and streams when it goes on.
 */
class RelayBlockedIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private RelayTestbed testbed;
  private Load load;

  @BeforeEach
  void subscribe() {
    testbed = RelayTestbed.create();
    testbed.subscribe("timeline");
    load = new Load(testbed);
    load.commit("parcel:1", 2);
  }

  /** As under a migration that does not come to its end. */
  @ParameterizedTest
  @ValueSource(strings = {"outbox.relay_heartbeat", "outbox.relay_lease"})
  void isNotReadyWhileATableOfItsIsLocked(String table) throws SQLException {
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      awaitEverything(relay);
      try (Connection holder = testbed.source("waybill_migrator").getConnection();
          Statement statement = holder.createStatement()) {
        holder.setAutoCommit(false);
        statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
        load.commit("parcel:1", 1);
        assertThat(awaitOutOfService(relay, "due to lock timeout"))
            .contains("not ready: PostgreSQL: ");
        holder.rollback();
      }
      awaitEverything(relay);
    }
  }

  /**
   * The process that decodes hangs: the connection is alive, and everything else is answered. A
   * process of its own: a relay whose engine could not be stopped would end itself.
   */
  @Test
  void isNotReadyWhileTheServerProcessThatReadsItsSlotHangs() {
    Map<String, String> soon = Map.of("waybill.relay.stream.stall-timeout", "4s");
    try (RelayProcess relay = RelayProcess.start(testbed, soon)) {
      relay.awaitStreaming();
      awaitEverything();
      long reader = reader();
      signal(reader, "STOP");
      try {
        load.commit("parcel:1", 1);
        awaitNotReady(relay, "no heartbeat came back through the WAL for 4 s");
        // Nobody else may read the slot while that process has it.
        awaitNotReady(relay, "replication slot .* is still in use by server process " + reader);
      } finally {
        signal(reader, "CONT");
      }
      awaitEverything();
      assertThat(relay.process().isAlive()).isTrue();
    }
  }

  private static void awaitNotReady(RelayProcess relay, String reason) {
    relay.process().awaitLine(Pattern.compile("Relay not ready: " + reason), LIMIT);
  }

  private long reader() {
    return testbed
        .as("waybill_relay")
        .sql("SELECT active_pid FROM pg_replication_slots WHERE slot_name = :slot")
        .param("slot", testbed.slot())
        .query(Long.class)
        .single();
  }

  private static void signal(long pid, String name) {
    try {
      assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor())
          .isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the details of a probe that says no, with a reason that contains {@code words}. */
  private static String awaitOutOfService(InProcessRelay relay, String words) {
    RelayHealthIndicator indicator = relay.context().getBean(RelayHealthIndicator.class);
    Health health =
        await()
            .atMost(LIMIT)
            .pollInterval(Duration.ofMillis(50))
            .until(
                indicator::health,
                seen ->
                    seen.getStatus().equals(Status.OUT_OF_SERVICE)
                        && String.valueOf(seen.getDetails().get("status")).contains(words));
    return String.valueOf(health.getDetails().get("status"));
  }

  private void awaitEverything(InProcessRelay relay) {
    relay.awaitStreaming();
    awaitEverything();
  }

  private void awaitEverything() {
    await().atMost(LIMIT).ignoreExceptions().until(() -> load.received("timeline") >= load.size());
    assertThat(load.history("timeline").clean()).isTrue();
  }
}
