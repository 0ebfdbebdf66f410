package dev.waybill.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.relay.Installed.Here;
import dev.waybill.cli.relay.Installed.Place;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecoveryTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Place PLACE = new Place("7/1", "db:5432/activity", 1L);
  private static final Here HERE = new Here("7/1", 1, false);
  private static final Lease STREAMS = new Lease("host", true, NOW, 3, NOW);
  private static final Slot ACTIVE = new Slot("waybill_main", true, "reserved", null, 100L);
  private static final Slot LOST = new Slot("waybill_main", false, "lost", "wal_removed", null);

  @Test
  void marksWhenTheSlotIsMissing() {
    assertThat(plan(true, HERE, null, null).steps()).containsExactly(Recovery.Step.MARK);
  }

  @Test
  void dropsASlotThatTheServerGaveUpAsWell() {
    assertThat(plan(true, HERE, null, LOST).steps())
        .containsExactly(Recovery.Step.MARK, Recovery.Step.DROP_SLOT);
  }

  @Test
  void goesOnWhereItEndedBetweenMarkAndDrop() {
    assertThat(plan(false, HERE, null, LOST).steps()).containsExactly(Recovery.Step.DROP_SLOT);
  }

  @Test
  void doesNothingTwice() {
    Recovery asked = plan(false, HERE, null, null);

    assertThat(asked.refusal()).isEmpty();
    assertThat(asked.steps()).isEmpty();
  }

  @Test
  void refusesToDisturbARelayThatStreams() {
    Recovery well = plan(true, HERE, STREAMS, ACTIVE);

    assertThat(well.refusal()).hasValueSatisfying(why -> assertThat(why).contains("streams well"));
    assertThat(well.steps()).isEmpty();
  }

  @Test
  void helpsARelayThatHoldsItsLeaseAndWaits() {
    Lease waits = new Lease("host", true, NOW, 3, null);
    Lease over = new Lease("host", false, NOW, 3, NOW);

    assertThat(plan(true, HERE, waits, null).steps()).isNotEmpty();
    assertThat(plan(true, HERE, over, ACTIVE).steps()).isNotEmpty();
    assertThat(plan(true, HERE, STREAMS, LOST).steps()).isNotEmpty();
  }

  @Test
  void refusesAnotherDatabaseAndAStandby() {
    assertThat(plan(true, new Here("7/2", 1, false), null, null).refusal())
        .hasValueSatisfying(why -> assertThat(why).contains("7/1", "this is 7/2"));
    assertThat(plan(true, new Here("7/1", 1, true), null, null).refusal())
        .hasValueSatisfying(why -> assertThat(why).contains("standby"));
  }

  private static Recovery plan(
      boolean caughtUp, Here here, @Nullable Lease lease, @Nullable Slot slot) {
    return new Recovery(
        "main",
        new Installed("waybill_main", caughtUp, 0, PLACE, here),
        Optional.ofNullable(lease),
        Optional.ofNullable(slot),
        new Waiting(0, false, null));
  }
}
