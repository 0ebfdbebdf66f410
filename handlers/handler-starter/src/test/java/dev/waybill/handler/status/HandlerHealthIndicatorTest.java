package dev.waybill.handler.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HandlerHealthIndicatorTest {

  private static final HandlerId PARCELS = new HandlerId("parcels");
  private static final Instant START = Instant.parse("2026-03-01T08:15:30Z");

  private Instant now = START;
  private boolean alive = true;
  private final StatusBoard board = new StatusBoard(() -> now);
  private final HandlerStatus status = board.of(PARCELS);
  private final HandlerHealthIndicator indicator = new HandlerHealthIndicator(board);

  @BeforeEach
  void listen() {
    status.listen(() -> alive, Duration.ofMinutes(5));
  }

  @Test
  void isUpWhilePollsReturn() {
    now = START.plusSeconds(299);
    status.polled();
    now = START.plusSeconds(500);

    assertThat(health().getStatus()).isEqualTo(Status.UP);
    assertThat(details()).doesNotContainKey("trouble");
  }

  @Test
  void isNotUpWhenNoPollReturns() {
    status.polled();
    now = START.plusSeconds(301);

    assertThat(health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(details()).containsEntry("trouble", "no poll returned since " + START);
  }

  @Test
  void isNotUpDuringAnOutageAndTellsSinceWhen() {
    status.outage("SaslAuthenticationException");
    now = START.plusSeconds(10);
    status.outage("TimeoutException");

    assertThat(health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    assertThat(details()).containsEntry("trouble", "TimeoutException, since " + START);

    status.recovered();
    assertThat(health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void isDownWhenTheConsumingThreadEnded() {
    alive = false;

    assertThat(health().getStatus()).isEqualTo(Status.DOWN);
  }

  @Test
  void isNotUpBeforeItBegins() {
    board.of(new HandlerId("other"));

    assertThat(health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
  }

  @Test
  void isUnknownAndNotDownWhereHandlingIsSwitchedOff() {
    board.disable();

    assertThat(health().getStatus()).isEqualTo(Status.UNKNOWN);
    assertThat(health().getDetails().get("disabled"))
        .asString()
        .contains("waybill.handler.enabled=false");
  }

  private Health health() {
    return indicator.health();
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> details() {
    return (Map<String, Object>) Objects.requireNonNull(health().getDetails().get(PARCELS.value()));
  }
}
