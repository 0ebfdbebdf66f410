package dev.waybill.activity.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.refused.AlreadyCompletedException;
import dev.waybill.activity.refused.WrongVersionException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ActivityTest {

  private static final ActivityId ID = new ActivityId(new UUID(7, 7));
  private static final Stamp PLANNED = stamp("2026-03-01T08:15:30.123456789Z", "anna");
  private static final Stamp DONE = stamp("2026-03-05T10:42:00Z", "bert");
  private static final Details DETAILS =
      new Details(ActivityType.CALL, "Call back", new UserId("carl"), null);

  private final Activity open =
      Activity.create(ID, new TenantId("acme"), DETAILS, PLANNED).activity();

  @Test
  void beginsOpenAtVersionOne() {
    Change change = Activity.create(ID, new TenantId("acme"), DETAILS, PLANNED);

    assertThat(change.activity().version()).isEqualTo(1);
    assertThat(change.activity().completion()).isEmpty();
    assertThat(change.events()).containsExactly(new ActivityCreated(change.activity()));
  }

  @Test
  void completesOnceAndKeepsEverythingElse() {
    Change change = open.complete(1, "Reached", DONE);

    Activity completed = change.activity();
    assertThat(completed.version()).isEqualTo(2);
    assertThat(completed.completion()).contains(new ActivityStatus.Completed(DONE, "Reached"));
    assertThat(completed)
        .usingRecursiveComparison()
        .ignoringFields("version", "status")
        .isEqualTo(open);
    assertThat(change.events()).containsExactly(new ActivityCompleted(completed));
    assertThatThrownBy(() -> completed.complete(2, null, DONE))
        .isInstanceOf(AlreadyCompletedException.class);
  }

  @Test
  void refusesAVersionThatTheCallerDidNotSee() {
    assertThatThrownBy(() -> open.complete(2, null, DONE))
        .isInstanceOfSatisfying(
            WrongVersionException.class,
            refusal -> {
              assertThat(refusal.expectedVersion()).isEqualTo(2);
              assertThat(refusal.actualVersion()).isEqualTo(1);
            });
  }

  @Test
  void tellsItsEventsOfWhatWasStored() {
    Activity stored = open.complete(1, "as stored", DONE).activity();

    assertThat(open.complete(1, "as asked", DONE).storedAs(stored).events())
        .containsExactly(new ActivityCompleted(stored));
  }

  @Test
  void keepsTimesAsTheDatabaseDoes() {
    assertThat(PLANNED.at()).isEqualTo(Instant.parse("2026-03-01T08:15:30.123456Z"));
  }

  @Test
  void readsOnlyCanonicalIds() {
    assertThat(ActivityId.parse(ID.toString())).contains(ID);
    assertThat(ActivityId.parse("0-0-0-0-7")).isEmpty();
    assertThat(ActivityId.parse("")).isEmpty();
  }

  private static Stamp stamp(String at, String by) {
    return new Stamp(Instant.parse(at), new UserId(by));
  }
}
