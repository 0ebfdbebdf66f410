package dev.waybill.activity.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.access.UserId;
import dev.waybill.activity.refused.AlreadyAssignedException;
import dev.waybill.activity.refused.AlreadyCompletedException;
import dev.waybill.activity.refused.NotAssignedException;
import dev.waybill.activity.refused.NothingChangesException;
import dev.waybill.activity.refused.WrongVersionException;
import dev.waybill.contract.message.Visibility;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivityTest {

  private static final Stamp BEGUN = TestActivities.stamp("2026-03-04T10:00:00Z", "carl");
  private static final Stamp DONE = TestActivities.stamp("2026-03-05T10:42:00Z", "bert");
  private static final UserId CARL = new UserId("carl");
  private static final Instant LATER = Instant.parse("2026-03-12T09:00:00Z");

  private final Activity open = TestActivities.open();
  private final Activity nobodys =
      TestActivities.open(
          new Details(ActivityType.CALL, "Call back", null, null, Visibility.INTERNAL));

  @Test
  void beginsOpenAtVersionOne() {
    Change change =
        Activity.create(
            TestActivities.ID,
            TestActivities.TENANT,
            TestActivities.DETAILS,
            TestActivities.PLANNED);

    assertThat(change.activity().version()).isEqualTo(1);
    assertThat(change.activity().status()).isEqualTo(new ActivityStatus.Open());
    assertThat(change.activity().stamps().changed()).isEqualTo(TestActivities.PLANNED);
    assertThat(change.events()).containsExactly(new ActivityEvent.Created(change.activity()));
  }

  @Test
  void completesOnceAndKeepsEverythingElse() {
    Change change = open.complete(1, "Reached", null, DONE);

    Activity completed = change.activity();
    assertThat(completed.version()).isEqualTo(2);
    assertThat(completed.status()).isEqualTo(new ActivityStatus.Completed(DONE, "Reached", null));
    assertThat(completed.details()).isEqualTo(open.details());
    assertThat(change.events()).containsExactly(new ActivityEvent.Completed(completed));
    assertThatThrownBy(() -> completed.complete(2, null, null, DONE))
        .isInstanceOf(AlreadyCompletedException.class);
  }

  @Test
  void asksForAFollowUpWhenItIsToHaveOne() {
    Change change = open.complete(1, null, LATER, DONE);

    assertThat(change.events())
        .containsExactly(
            new ActivityEvent.Completed(change.activity()),
            new ActivityEvent.FollowUpRequested(change.activity(), LATER));
    assertThat(change.storedAs(nobodys).events().get(1))
        .isEqualTo(new ActivityEvent.FollowUpRequested(nobodys, LATER));
  }

  @Test
  void remembersWhenItWasStarted() {
    Activity started = open.start(1, BEGUN).activity();

    assertThat(started.complete(2, null, null, DONE).activity().status().begun()).isEqualTo(BEGUN);
    assertThat(started.cancel(2, null, DONE).activity().status().begun()).isEqualTo(BEGUN);
    assertThat(started.reassign(2, CARL, DONE).activity().status().begun()).isEqualTo(BEGUN);
    assertThat(open.complete(1, null, null, DONE).activity().status().begun()).isNull();
  }

  @Test
  void updatesWhatIsGivenAndKeepsTheRest() {
    Details renamed = open.update(1, null, "Visit Graz", DONE).activity().details();
    Details retyped = open.update(1, ActivityType.CALL, null, DONE).activity().details();

    assertThat(renamed.title()).isEqualTo("Visit Graz");
    assertThat(retyped.type()).isEqualTo(ActivityType.CALL);
    assertThat(renamed)
        .usingRecursiveComparison()
        .ignoringFields("title")
        .isEqualTo(open.details());
    assertThat(retyped).usingRecursiveComparison().ignoringFields("type").isEqualTo(open.details());
  }

  @Test
  void isAssignedOnceAndReassignedAfterThat() {
    Activity assigned = nobodys.assign(1, CARL, DONE).activity();

    assertThat(assigned.details().assignee()).isEqualTo(CARL);
    assertThatThrownBy(() -> assigned.assign(2, new UserId("dora"), DONE))
        .isInstanceOf(AlreadyAssignedException.class);
    assertThatThrownBy(() -> nobodys.reassign(1, CARL, DONE))
        .isInstanceOf(NotAssignedException.class);
    Change reassigned = assigned.reassign(2, new UserId("dora"), DONE);
    assertThat(reassigned.events())
        .containsExactly(new ActivityEvent.Reassigned(reassigned.activity(), CARL));
  }

  @Test
  void saysWhenItWasDueBefore() {
    Change first = nobodys.reschedule(1, LATER, DONE);
    Change second = open.reschedule(1, LATER, DONE);

    assertThat(first.events())
        .containsExactly(new ActivityEvent.Rescheduled(first.activity(), null));
    assertThat(second.events())
        .containsExactly(new ActivityEvent.Rescheduled(second.activity(), open.details().dueAt()));
  }

  @Test
  void refusesAChangeThatChangesNothing() {
    UserId assignee = new UserId("user-17");

    assertThatThrownBy(() -> open.update(1, ActivityType.VISIT, open.details().title(), DONE))
        .isInstanceOf(NothingChangesException.class);
    assertThatThrownBy(() -> open.reassign(1, assignee, DONE))
        .isInstanceOf(NothingChangesException.class);
    assertThatThrownBy(() -> open.reschedule(1, Instant.parse("2026-03-05T09:00:00Z"), DONE))
        .isInstanceOf(NothingChangesException.class);
  }

  @Test
  void keepsNothingThatPeopleWroteWhenItIsDeleted() {
    Activity deleted =
        open.complete(1, "Reached", null, DONE).activity().delete(2, DONE).activity();

    assertThat(deleted.details())
        .isEqualTo(new Details(ActivityType.VISIT, "", null, null, Visibility.PUBLIC));
    assertThat(deleted.status()).isEqualTo(new ActivityStatus.Deleted(DONE));
    assertThat(deleted.version()).isEqualTo(3);
  }

  @Test
  void keepsItsVisibility() {
    Activity cancelled = nobodys.assign(1, CARL, DONE).activity().cancel(2, null, DONE).activity();

    assertThat(cancelled.details().visibility()).isEqualTo(Visibility.INTERNAL);
    assertThat(cancelled.delete(3, DONE).activity().details().visibility())
        .isEqualTo(Visibility.INTERNAL);
  }

  @Test
  void refusesAVersionThatTheCallerDidNotSee() {
    assertThatThrownBy(() -> open.complete(2, null, null, DONE))
        .isInstanceOfSatisfying(
            WrongVersionException.class,
            refusal -> {
              assertThat(refusal.expectedVersion()).isEqualTo(2);
              assertThat(refusal.actualVersion()).isEqualTo(1);
            });
  }

  @Test
  void tellsEveryEventOfWhatWasStored() {
    Activity stored = open.complete(1, "as stored", null, DONE).activity();
    List<Change> changes =
        List.of(
            Activity.create(
                TestActivities.ID,
                TestActivities.TENANT,
                TestActivities.DETAILS,
                TestActivities.PLANNED),
            open.update(1, null, "New", DONE),
            nobodys.assign(1, CARL, DONE),
            open.reassign(1, CARL, DONE),
            open.start(1, DONE),
            open.reschedule(1, LATER, DONE),
            open.complete(1, "as asked", null, DONE),
            open.cancel(1, null, DONE),
            open.delete(1, DONE));

    for (Change change : changes) {
      Change told = change.storedAs(stored);
      assertThat(told.activity()).isSameAs(stored);
      assertThat(told.events()).singleElement().hasSameClassAs(change.events().get(0));
      assertThat(told.events().get(0).activity()).isSameAs(stored);
    }
    assertThat(changes).hasSize(ActivityEvent.class.getPermittedSubclasses().length - 1);
  }

  @Test
  void isNoChangeWithoutAnEvent() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Change(open, List.of()));
  }

  @Test
  void keepsTimesAsTheDatabaseDoes() {
    assertThat(TestActivities.PLANNED.at()).isEqualTo(Instant.parse("2026-03-01T08:15:30.123456Z"));
  }

  @Test
  void readsOnlyCanonicalIds() {
    assertThat(ActivityId.parse(TestActivities.ID.toString())).contains(TestActivities.ID);
    assertThat(ActivityId.parse("0-0-0-0-7")).isEmpty();
    assertThat(ActivityId.parse("")).isEmpty();
  }
}
