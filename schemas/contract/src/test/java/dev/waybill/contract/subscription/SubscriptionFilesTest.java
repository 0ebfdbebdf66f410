package dev.waybill.contract.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.Visibility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriptionFilesTest {

  private static final String TIMELINE =
      """
      handler: timeline
      owner: team-views
      partitions: 6
      subscribes:
        - type: activity.created
          versions: [1]
        - type: activity.completed
          versions: [1, 2]
      """;

  @Test
  void readsWithDefaults() {
    Subscription subscription = SubscriptionFiles.parse("timeline.yaml", TIMELINE);

    assertThat(subscription.topic()).isEqualTo("waybill.timeline");
    assertThat(subscription.layout()).isEqualTo(new Subscription.Layout(6, Ordering.KEY));
    assertThat(subscription.status()).isEqualTo(Status.ACTIVE);
    assertThat(subscription.clearance()).isEqualTo(Visibility.PUBLIC);
    assertThat(subscription.entry("activity.completed").orElseThrow().versions())
        .containsExactly(1, 2);
  }

  @Test
  void namesFileLineAndField() {
    refuses(TIMELINE.replace("partitions: 6", "partitions: six"), "t.yaml:3: partitions");
    refuses(TIMELINE.replace("partitions: 6", "partitions: 0"), "t.yaml:3: partitions is 0");
    refuses(TIMELINE.replace("owner: team-views", "ownr: x"), "t.yaml:2: unknown field 'ownr'");
    refuses(TIMELINE.replace("owner: team-views\n", ""), "owner is missing");
    refuses(TIMELINE.replace("handler: timeline", "handler: Time"), "t.yaml:1: handler 'Time'");
    refuses(TIMELINE + "status: paused\n", "t.yaml:9: status is 'paused', not one of [active");
    refuses(TIMELINE.replace("activity.completed", "activity.created"), "listed twice");
    refuses(TIMELINE.replace("[1, 2]", "[]"), "versions of activity.completed");
    refuses("handler: [", "t.yaml:");
    refuses(TIMELINE + TIMELINE, "t.yaml:9: not readable as YAML: Duplicate");
    refuses("", "not a mapping");
  }

  @Test
  void namesTheLineOfTheEntryThatIsWrong() {
    refuses(TIMELINE.replace("[1, 2]", "[1, two]"), "t.yaml:8: versions must be");
    refuses(TIMELINE.replace("[1, 2]", "[]"), "t.yaml:8: versions of activity.completed");
    refuses(TIMELINE.replace("activity.completed", "Completed"), "t.yaml:7: type name 'Completed'");
    refuses(TIMELINE.replace("  versions: [1, 2]", "  version: 1"), "t.yaml:8: unknown field");
    refuses("handler: a\nowner: b\nsubscribes:\n- x.y\n", "t.yaml:4: each subscribed type");
    refuses(
        "handler: a\nowner: b\nsubscribes:\n- {type: x.y, versions: [1]}\n- {type: x.y, versions: [1]}\n",
        "t.yaml:5: type x.y is listed twice");
  }

  @Test
  void tellsWhereASubscriptionIsDeclared(@TempDir Path folder) throws IOException {
    Path path = Files.writeString(folder.resolve("timeline.yaml"), TIMELINE);

    SubscriptionFile file = SubscriptionFiles.readFiles(folder).get(0);

    assertThat(file.locationOf(file.subscription().entry("activity.completed").orElseThrow()))
        .isEqualTo(path + ":7");
    assertThat(file.locationOf("partitions")).isEqualTo(path + ":3");
    assertThat(file.locationOf("status")).isEqualTo(path + ":1");
  }

  @Test
  void keepsASubscriptionThroughARevision() {
    SubscriptionRevision revision =
        new SubscriptionRevision(3, List.of(SubscriptionFiles.parse("t.yaml", TIMELINE)));

    assertThat(SubscriptionRevision.parse(3, revision.toJson())).isEqualTo(revision);
  }

  /** A relay of before would not read a revision with fields that it does not know. */
  @Test
  void leavesWhatIsStatedOfDeliveriesOutOfARevision() {
    String stated =
        """
        handler: timeline
        owner: views
        retry: {pauses: [1m]}
        delivery: {runbook: dead-letters}
        subscribes:
          - {type: parcel.sent, versions: [1], delivery: {retry-horizon: 1m}}
        """;
    Subscription subscription = SubscriptionFiles.parse("timeline.yaml", stated);

    assertThat(new SubscriptionRevision(1, List.of(subscription)).toJson())
        .doesNotContain("retry", "delivery");
    refuses(stated.replace("[1m]", "[soon]"), "t.yaml:3: 'soon' is no duration");
    refuses(stated.replace("runbook:", "page:"), "t.yaml:4: unknown field 'page'");
    refuses(stated.replace("retry-horizon:", "for:"), "t.yaml:6: unknown field 'for'");
  }

  @Test
  void refusesTwoHandlersOfOneNameOrTopic() {
    Subscription one = SubscriptionFiles.parse("a.yaml", TIMELINE);
    Subscription sameTopic =
        SubscriptionFiles.parse(
            "b.yaml", TIMELINE.replace("handler: timeline", "handler: b\ntopic: waybill.timeline"));

    assertThatThrownBy(() -> new SubscriptionRevision(1, List.of(one, one)))
        .hasMessageContaining("handler timeline is declared twice");
    assertThatThrownBy(() -> new SubscriptionRevision(1, List.of(one, sameTopic)))
        .hasMessageContaining("topic waybill.timeline is claimed");
  }

  @Test
  void readsAFolder(@TempDir Path folder) throws IOException {
    assertThatThrownBy(() -> SubscriptionFiles.read(folder)).hasMessageContaining("no *.yaml");
    Files.writeString(folder.resolve("timeline.yaml"), TIMELINE);
    Files.writeString(folder.resolve("notes.txt"), "not a subscription");

    assertThat(SubscriptionFiles.read(folder)).hasSize(1);
    assertThatThrownBy(() -> SubscriptionFiles.read(folder.resolve("nowhere")))
        .isInstanceOf(InvalidSubscriptionException.class)
        .hasMessageContaining("is not a folder");
  }

  private static void refuses(String yaml, String complaint) {
    assertThatThrownBy(() -> SubscriptionFiles.parse("t.yaml", yaml))
        .isInstanceOf(InvalidSubscriptionException.class)
        .hasMessageContaining(complaint);
  }
}
