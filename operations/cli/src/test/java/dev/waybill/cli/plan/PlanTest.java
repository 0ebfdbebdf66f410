package dev.waybill.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanTest {

  private static final String DASHBOARD =
      """
      handler: dashboard
      owner: insight
      partitions: 3
      ordering: key
      status: active
      clearance: internal
      subscribes:
        - {type: activity.created, versions: [1, 2]}
        - {type: activity.completed, versions: [1]}
      """;
  private static final String TIMELINE =
      """
      handler: timeline
      owner: views
      subscribes:
        - {type: activity.created, versions: [1, 2]}
      """;

  @Test
  void isEmptyWhenTheFilesAskForWhatIsApplied() {
    Plan plan = plan(List.of(DASHBOARD, TIMELINE), List.of(TIMELINE, DASHBOARD));

    assertThat(plan.isEmpty()).isTrue();
    assertThat(plan.isRefused()).isFalse();
    assertThat(plan.notices()).isEmpty();
  }

  @Test
  void numbersTheNextRevisionAndSortsChangesByHandler() {
    Plan plan =
        plan(List.of(DASHBOARD), List.of(TIMELINE, DASHBOARD.replace("dashboard", "calendar")));

    assertThat(plan.next().revision()).isEqualTo(8);
    assertThat(plan.changes())
        .extracting(change -> change.handler().value())
        .containsExactly("calendar", "dashboard", "timeline");
    assertThat(plan.changes().get(0)).isInstanceOf(Change.Added.class);
    assertThat(plan.changes().get(1)).isInstanceOf(Change.Removed.class);
  }

  @Test
  void namesEveryFieldThatChanges() {
    Plan plan =
        plan(
            List.of(DASHBOARD),
            List.of(
                DASHBOARD
                    .replace("owner: insight", "owner: bi")
                    .replace("clearance: internal", "clearance: personal")
                    .replace("[1, 2]", "[2]")
                    .replace("activity.completed", "activity.cancelled")));

    assertThat(((Change.Changed) plan.changes().get(0)).fields())
        .containsExactly(
            new FieldChange("owner", "insight", "bi"),
            new FieldChange("clearance", "internal", "personal"),
            new FieldChange("subscribes.activity.cancelled", "", "v1"),
            new FieldChange("subscribes.activity.completed", "v1", ""),
            new FieldChange("subscribes.activity.created", "v1, v2", "v2"));
  }

  @Test
  void refusesToLowerThePartitionCount() {
    Plan plan = change("partitions: 3", "partitions: 2", Set.of(new HandlerId("dashboard")));

    assertThat(plan.isRefused()).isTrue();
    assertThat(plan.notices())
        .extracting(Notice::message)
        .anyMatch(text -> text.contains("3 down to 2"));
  }

  @Test
  void raisesThePartitionCountOfAnOrderedSubscriptionOnlyWhenDrained() {
    assertThat(change("partitions: 3", "partitions: 6", Set.of()).isRefused()).isTrue();
    assertThat(change("partitions: 3", "partitions: 6", Set.of()).notices())
        .extracting(Notice::remedy)
        .anyMatch(remedy -> remedy.contains("--drained dashboard"));

    Plan drained = change("partitions: 3", "partitions: 6", Set.of(new HandlerId("dashboard")));
    assertThat(drained.isRefused()).isFalse();
    assertThat(drained.notices()).hasSize(1);
  }

  @Test
  void raisesThePartitionCountOfAnUnorderedSubscriptionAtOnce() {
    String unordered = DASHBOARD.replace("ordering: key", "ordering: none");

    Plan plan =
        plan(List.of(unordered), List.of(unordered.replace("partitions: 3", "partitions: 6")));

    assertThat(plan.isRefused()).isFalse();
    assertThat(plan.notices()).isEmpty();
  }

  @Test
  void movesToAnotherTopicOrIntoOrderOnlyWhenDrained() {
    String unordered = DASHBOARD.replace("ordering: key", "ordering: none");
    String elsewhere = DASHBOARD.replace("partitions: 3", "partitions: 2\ntopic: other");

    assertThat(plan(List.of(DASHBOARD), List.of(elsewhere)).isRefused()).isTrue();
    assertThat(plan(List.of(DASHBOARD), List.of(elsewhere), "dashboard").isRefused()).isFalse();
    assertThat(plan(List.of(unordered), List.of(DASHBOARD)).isRefused()).isTrue();
    assertThat(plan(List.of(unordered), List.of(DASHBOARD), "dashboard").isRefused()).isFalse();
    assertThat(plan(List.of(DASHBOARD), List.of(unordered)).isRefused()).isFalse();
    assertThat(plan(List.of(DASHBOARD), List.of(unordered)).notices()).hasSize(1);
  }

  @Test
  void warnsOfEverythingThatAHandlerNoLongerGets() {
    assertWarns(plan(List.of(DASHBOARD, TIMELINE), List.of(TIMELINE)), "sent nothing more");
    assertWarns(change("[1, 2]", "[2]", Set.of()), "no longer be sent activity.created v1");
    assertWarns(
        change("status: active", "status: disabled", Set.of()), "sent nothing while disabled");
    assertWarns(
        change("clearance: internal", "clearance: public", Set.of()),
        "above public will no longer");
  }

  @Test
  void warnsWhenNoVersionIsReadByEverySubscriber() {
    Plan plan =
        plan(
            List.of(DASHBOARD, TIMELINE),
            List.of(DASHBOARD.replace("[1, 2]", "[1]"), TIMELINE.replace("[1, 2]", "[2]")));

    assertWarns(plan, "no version of it is read by every subscriber: dashboard v1; timeline v2");
  }

  @Test
  void warnsWhenAVersionIsNoLongerReadByEverySubscriber() {
    Plan plan =
        plan(List.of(DASHBOARD, TIMELINE), List.of(DASHBOARD, TIMELINE.replace("[1, 2]", "[2]")));

    assertWarns(plan, "version v1 is no longer read by every subscriber");
  }

  private static void assertWarns(Plan plan, String text) {
    assertThat(plan.isRefused()).isFalse();
    assertThat(plan.notices())
        .extracting(Notice::message)
        .anyMatch(message -> message.contains(text));
  }

  private static Plan change(String from, String to, Set<HandlerId> drained) {
    return between(List.of(DASHBOARD), List.of(DASHBOARD.replace(from, to)), drained);
  }

  private static Plan plan(List<String> applied, List<String> wanted, String... drained) {
    return between(
        applied, wanted, Set.copyOf(List.of(drained).stream().map(HandlerId::new).toList()));
  }

  /** With handlers that read what their files say, and nothing on its way. */
  private static Plan between(List<String> applied, List<String> wanted, Set<HandlerId> drained) {
    Map<HandlerId, Readers> told = new HashMap<>();
    for (Subscription one : parse(wanted)) {
      List<String> reads =
          one.entries().stream()
              .flatMap(entry -> entry.versions().stream().map(v -> entry.type() + " v" + v))
              .toList();
      told.put(
          one.handler(), new Readers.Told(List.of(new Readers.Instance("a", true, "now", reads))));
    }
    return Plan.between(
        revision(applied),
        parse(wanted),
        drained,
        new Evidence(told, "", (handler, type) -> new Needed(List.of(), List.of()), Set.of()));
  }

  private static SubscriptionRevision revision(List<String> files) {
    return new SubscriptionRevision(7, parse(files));
  }

  private static List<Subscription> parse(List<String> files) {
    return files.stream().map(yaml -> SubscriptionFiles.parse("test.yaml", yaml)).toList();
  }
}
