package dev.waybill.activity.publish;

import static dev.waybill.activity.domain.TestActivities.DETAILS;
import static dev.waybill.activity.domain.TestActivities.ID;
import static dev.waybill.activity.domain.TestActivities.PLANNED;
import static dev.waybill.activity.domain.TestActivities.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityEvent;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.domain.Stamp;
import dev.waybill.activity.domain.TestActivities;
import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.Visibility;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Origin;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class ActivityMessagesTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Catalogue CATALOGUE =
      Catalogue.load(ActivityMessagesTest.class.getClassLoader());
  private static final Stamp CHANGED = TestActivities.stamp("2026-03-02T10:42:00Z", "user-4");
  private static final Stamp DONE = TestActivities.stamp("2026-03-05T10:42:00Z", "user-17");
  private static final Origin ORIGIN = new Origin("order-7", "cause-1", "00-trace");

  /** One change for each event, such as the examples of the contracts tell of. */
  static Stream<Change> changes() {
    Activity open = TestActivities.open();
    return Stream.of(
        Activity.create(ID, TENANT, DETAILS, PLANNED),
        open.update(1, null, "Visit the warehouse in Graz", CHANGED),
        assignedTo(null).assign(1, new UserId("user-17"), CHANGED),
        assignedTo("user-12").reassign(1, new UserId("user-17"), CHANGED),
        open.start(1, CHANGED),
        open.reschedule(1, Instant.parse("2026-03-12T09:00:00Z"), CHANGED),
        open.complete(1, "The gates are wide enough.", Instant.parse("2026-04-05T09:00:00Z"), DONE),
        open.cancel(1, "The warehouse was sold.", CHANGED),
        open.delete(1, CHANGED));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void saysWhatTheExamplesOfTheContractsSay(Change change) {
    for (DurableMessage message : messages(change)) {
      EventContract contract = CATALOGUE.find(message.type().name()).orElseThrow();

      assertThat(message.type().version()).isEqualTo(1);
      assertThat(JSON.readTree(message.payload()))
          .isEqualTo(JSON.readTree(contract.version(1).orElseThrow().example()));
      assertThat(message.kind()).isEqualTo(contract.record().kind());
      assertThat(message.occurredAt()).contains(change.activity().stamps().changed().at());
      assertThat(message.aggregate().version()).isEqualTo(change.activity().version());
      assertThat(message.orderingKey().value()).isEqualTo("activity:" + ID);
      assertThat(message.tenant()).contains("acme");
      assertThat(message.origin()).isEqualTo(ORIGIN);
      assertThat(message.visibility()).isEqualTo(Visibility.PUBLIC);
    }
  }

  @Test
  void hasAMessageForEveryEventAndAnEventForEveryContract() {
    Set<Class<?>> events = new HashSet<>();
    Set<String> types = new HashSet<>();
    changes()
        .forEach(
            change -> {
              change.events().forEach(event -> events.add(event.getClass()));
              messages(change).forEach(message -> types.add(message.type().name()));
            });

    assertThat(events).containsExactlyInAnyOrder(ActivityEvent.class.getPermittedSubclasses());
    assertThat(types)
        .containsExactlyInAnyOrderElementsOf(
            CATALOGUE.all().stream().map(EventContract::type).toList());
  }

  @Test
  void asksForAMailToWhoeverAnActivityIsGivenTo() {
    assertThat(changes().filter(change -> types(change).contains("notification.assignment-mail")))
        .extracting(change -> types(change).get(0))
        .containsExactly("activity.assigned", "activity.reassigned");
  }

  @Test
  void carriesTheVisibilityOfTheActivityInEveryMessage() {
    Activity internal =
        TestActivities.open(
            new Details(DETAILS.type(), DETAILS.title(), null, null, Visibility.INTERNAL));

    assertThat(
            Stream.of(
                internal.assign(1, new UserId("user-17"), CHANGED),
                internal.complete(1, null, Instant.EPOCH, DONE),
                internal.delete(1, CHANGED)))
        .flatExtracting(ActivityMessagesTest::messages)
        .hasSize(5)
        .extracting(DurableMessage::visibility)
        .containsOnly(Visibility.INTERNAL);
  }

  @Test
  void leavesOutWhatHasNoValue() {
    Activity bare =
        TestActivities.open(
            new Details(DETAILS.type(), DETAILS.title(), null, null, Visibility.PUBLIC));

    DurableMessage message = messages(bare.complete(1, null, null, DONE)).get(0);

    assertThat(JSON.readTree(message.payload()).propertyNames())
        .containsExactly("activityId", "version", "type", "title", "completedAt", "completedBy");
  }

  private static List<DurableMessage> messages(Change change) {
    return change.events().stream()
        .flatMap(event -> event.fold(new ActivityMessages(ORIGIN)).stream())
        .toList();
  }

  private static List<String> types(Change change) {
    return messages(change).stream().map(message -> message.type().name()).toList();
  }

  private static Activity assignedTo(@Nullable String user) {
    return TestActivities.open(
        new Details(
            DETAILS.type(),
            DETAILS.title(),
            user == null ? null : new UserId(user),
            DETAILS.dueAt(),
            DETAILS.visibility()));
  }
}
