package dev.waybill.activity.domain;

import static dev.waybill.activity.domain.Operation.ASSIGN;
import static dev.waybill.activity.domain.Operation.CANCEL;
import static dev.waybill.activity.domain.Operation.COMPLETE;
import static dev.waybill.activity.domain.Operation.DELETE;
import static dev.waybill.activity.domain.Operation.REASSIGN;
import static dev.waybill.activity.domain.Operation.RESCHEDULE;
import static dev.waybill.activity.domain.Operation.START;
import static dev.waybill.activity.domain.Operation.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.access.UserId;
import dev.waybill.activity.refused.ActivityNotFoundException;
import dev.waybill.activity.refused.AlreadyCompletedException;
import dev.waybill.activity.refused.RequestRefusedException;
import dev.waybill.activity.refused.WrongStatusException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation in every status. */
class LifecycleTest {

  private static final Stamp NOW = TestActivities.stamp("2026-03-04T10:00:00Z", "bert");
  private static final Activity OPEN = TestActivities.open();
  private static final Activity STARTED = OPEN.start(1, NOW).activity();

  /** One activity in each status. */
  private static final List<Activity> ALL =
      List.of(
          OPEN,
          STARTED,
          STARTED.complete(2, "Reached", null, NOW).activity(),
          OPEN.cancel(1, "Sold", NOW).activity(),
          OPEN.delete(1, NOW).activity());

  /** As designed; what is not here is refused. */
  private static final Map<String, Map<Operation, String>> DESIGNED =
      Map.of(
          "open",
              Map.of(
                  UPDATE, "open",
                  ASSIGN, "open",
                  REASSIGN, "open",
                  RESCHEDULE, "open",
                  START, "started",
                  COMPLETE, "completed",
                  CANCEL, "cancelled",
                  DELETE, "deleted"),
          "started",
              Map.of(
                  UPDATE, "started",
                  ASSIGN, "started",
                  REASSIGN, "started",
                  RESCHEDULE, "started",
                  COMPLETE, "completed",
                  CANCEL, "cancelled",
                  DELETE, "deleted"),
          "completed", Map.of(DELETE, "deleted"),
          "cancelled", Map.of(DELETE, "deleted"),
          "deleted", Map.of());

  private static final Map<Operation, Class<? extends ActivityEvent>> EVENTS =
      new EnumMap<>(
          Map.of(
              UPDATE, ActivityEvent.Updated.class,
              ASSIGN, ActivityEvent.Assigned.class,
              REASSIGN, ActivityEvent.Reassigned.class,
              START, ActivityEvent.Started.class,
              RESCHEDULE, ActivityEvent.Rescheduled.class,
              COMPLETE, ActivityEvent.Completed.class,
              CANCEL, ActivityEvent.Cancelled.class,
              DELETE, ActivityEvent.Deleted.class));

  @ParameterizedTest
  @MethodSource("pairs")
  void doesWhatTheTableAllowsAndRefusesEverythingElse(Activity activity, Operation operation) {
    String next = designed(activity, operation);

    if (next == null) {
      RequestRefusedException refusal =
          catchThrowableOfType(RequestRefusedException.class, () -> run(activity, operation));
      assertThat(refusal).isInstanceOf(refusal(activity, operation));
      assertThat(refusal.remedy()).isNotBlank();
      return;
    }
    Change change = run(activity, operation);
    assertThat(change.activity().status().wireName()).isEqualTo(next);
    assertThat(change.activity().version()).isEqualTo(activity.version() + 1);
    assertThat(change.activity().stamps().changed()).isEqualTo(NOW);
    assertThat(change.activity().stamps().created()).isEqualTo(TestActivities.PLANNED);
    assertThat(change.events()).singleElement().isInstanceOf(EVENTS.get(operation));
    assertThat(change.events().get(0).activity()).isSameAs(change.activity());
  }

  @Test
  void coversEveryStatusOperationAndEvent() {
    assertThat(ALL)
        .extracting(activity -> (Object) activity.status().getClass())
        .containsExactlyInAnyOrder((Object[]) ActivityStatus.class.getPermittedSubclasses());
    assertThat(ActivityStatus.TRANSITIONS.keySet())
        .extracting(type -> (Object) type)
        .containsExactlyInAnyOrder((Object[]) ActivityStatus.class.getPermittedSubclasses());
    assertThat(EVENTS.keySet()).containsExactlyInAnyOrder(Operation.values());
    assertThat(
            Stream.concat(
                EVENTS.values().stream(),
                Stream.of(ActivityEvent.Created.class, ActivityEvent.FollowUpRequested.class)))
        .extracting(type -> (Object) type)
        .containsExactlyInAnyOrder((Object[]) ActivityEvent.class.getPermittedSubclasses());
  }

  @Test
  void leadsOnlyWhereTheTableSays() {
    for (Activity from : ALL) {
      for (Activity to : ALL) {
        for (Operation operation : Operation.values()) {
          String designed = designed(from, operation);
          if (to.status().wireName().equals(designed)) {
            assertThat(from.status().become(operation, to.status())).isSameAs(to.status());
          } else {
            assertThatIllegalStateException()
                .isThrownBy(() -> from.status().become(operation, to.status()))
                .withMessageContainingAll(from.status().wireName(), operation.participle());
          }
        }
      }
    }
  }

  @Test
  void saysWhatIsPossible() {
    Activity completed = ALL.get(2);

    assertThatThrownBy(() -> completed.start(completed.version(), NOW))
        .isInstanceOfSatisfying(
            WrongStatusException.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo("completed");
              assertThat(refusal.possible()).containsExactly("delete");
              assertThat(refusal.problem()).contains("is completed and cannot be started");
            });
    assertThat(STARTED.status().possible())
        .isEqualTo(Set.of(UPDATE, ASSIGN, REASSIGN, RESCHEDULE, COMPLETE, CANCEL, DELETE));
  }

  static Stream<Arguments> pairs() {
    return ALL.stream()
        .flatMap(
            activity ->
                Arrays.stream(Operation.values())
                    .map(operation -> Arguments.of(activity, operation)));
  }

  private static @Nullable String designed(Activity from, Operation operation) {
    return DESIGNED.getOrDefault(from.status().wireName(), Map.of()).get(operation);
  }

  private static Class<? extends RequestRefusedException> refusal(
      Activity activity, Operation operation) {
    String status = activity.status().wireName();
    if (status.equals("deleted")) {
      return ActivityNotFoundException.class;
    }
    return status.equals("completed") && operation == COMPLETE
        ? AlreadyCompletedException.class
        : WrongStatusException.class;
  }

  /** With a value that differs, from where the operation is possible. */
  private static Change run(Activity activity, Operation operation) {
    long version = activity.version();
    UserId other = new UserId("user-18");
    return switch (operation) {
      case UPDATE -> activity.update(version, ActivityType.CALL, null, NOW);
      case ASSIGN -> unassigned(activity).assign(version, other, NOW);
      case REASSIGN -> activity.reassign(version, other, NOW);
      case START -> activity.start(version, NOW);
      case RESCHEDULE -> activity.reschedule(version, Instant.parse("2026-04-01T09:00:00Z"), NOW);
      case COMPLETE -> activity.complete(version, "Reached", null, NOW);
      case CANCEL -> activity.cancel(version, null, NOW);
      case DELETE -> activity.delete(version, NOW);
    };
  }

  private static Activity unassigned(Activity activity) {
    Details details = activity.details();
    return new Activity(
        activity.id(),
        activity.tenant(),
        activity.version(),
        new Details(details.type(), details.title(), null, details.dueAt(), details.visibility()),
        activity.stamps(),
        activity.status());
  }
}
