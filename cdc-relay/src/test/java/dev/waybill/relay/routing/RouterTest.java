package dev.waybill.relay.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WirePartitioner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RouterTest {

  @Test
  void routesByTypeToEachActiveHandler() {
    Router router =
        router(
            "handler: timeline\nowner: a\nsubscribes: [{type: parcel.moved, versions: [1]}]",
            "handler: stopped\nowner: a\nstatus: disabled\n"
                + "subscribes: [{type: parcel.moved, versions: [1]}]",
            "handler: papers\nowner: a\nstatus: contract-only\n"
                + "subscribes: [{type: parcel.moved, versions: [1]}]",
            "handler: other\nowner: a\nsubscribes: [{type: parcel.lost, versions: [1]}]");

    assertThat(router.targets(envelope("key", Visibility.PUBLIC)))
        .extracting(target -> target.handler().value())
        .containsExactly("timeline");
    assertThat(router.active())
        .extracting(subscription -> subscription.handler().value())
        .containsExactly("other", "timeline");
  }

  @Test
  void keepsRestrictedMessagesFromHandlersWithoutTheClearance() {
    Router router =
        router(
            "handler: open\nowner: a\nsubscribes: [{type: parcel.moved, versions: [1]}]",
            "handler: cleared\nowner: a\nclearance: internal\n"
                + "subscribes: [{type: parcel.moved, versions: [1]}]");

    assertThat(router.targets(envelope("key", Visibility.INTERNAL)))
        .extracting(target -> target.handler().value())
        .containsExactly("cleared");
  }

  @Test
  void saysWhoIsSentAMessageAndWhoSubscribesAndIsNot() {
    String moved = "subscribes: [{type: parcel.moved, versions: [1]}]";
    Router former = router("handler: promised\nowner: a\nclearance: internal\n" + moved);
    Router router =
        new Router(
            router(
                    "handler: open\nowner: a\n" + moved,
                    "handler: promised\nowner: a\n" + moved,
                    "handler: cleared\nowner: a\nclearance: internal\n" + moved,
                    "handler: stopped\nowner: a\nstatus: disabled\n" + moved,
                    "handler: papers\nowner: a\nstatus: contract-only\n" + moved,
                    "handler: other\nowner: a\nsubscribes: [{type: parcel.lost, versions: [1]}]")
                .newest(),
            List.of(former.newest()));

    assertThat(router.ignored("parcel.moved", Visibility.INTERNAL))
        .extracting(ignored -> ignored.handler() + " " + ignored.reason())
        .containsExactly("open NOT_CLEARED", "stopped DISABLED");
    assertThat(router.ignored("parcel.moved", Visibility.PUBLIC))
        .extracting(ignored -> ignored.handler() + " " + ignored.reason())
        .containsExactly("stopped DISABLED");
    assertThat(router.ignored("parcel.weighed", Visibility.PUBLIC)).isEmpty();
    assertThat(router.recipients("parcel.moved", Visibility.INTERNAL))
        .containsExactly("cleared", "promised");
    assertThat(router.recipients("parcel.moved", Visibility.PUBLIC))
        .containsExactly("cleared", "open", "promised");
    assertThat(router.recipients("parcel.weighed", Visibility.PUBLIC)).isEmpty();
  }

  @Test
  void tellsARevisionThatNarrowsFromOneThatDoesNot() {
    String moved = "subscribes: [{type: parcel.moved, versions: [1]}]";
    Router one = router("handler: a\nowner: o\n" + moved);
    Router more =
        router(
            "handler: a\nowner: o\nclearance: internal\n"
                + "subscribes: [{type: parcel.moved, versions: [1]}, {type: parcel.lost, versions: [1]}]",
            "handler: b\nowner: o\n" + moved);
    Router off = router("handler: a\nowner: o\nstatus: disabled\n" + moved);
    Router elsewhere = router("handler: a\nowner: o\ntopic: other\npartitions: 7\n" + moved);

    assertThat(more.givesAllOf(one)).isTrue();
    assertThat(one.givesAllOf(more)).isFalse();
    assertThat(off.givesAllOf(one)).isFalse();
    assertThat(one.givesAllOf(off)).isTrue();
    assertThat(elsewhere.givesAllOf(one)).isTrue();
    assertThat(router().givesAllOf(one)).isFalse();
  }

  /** What the newest gives, and what a former one gave beyond it; where, the newest says. */
  @Test
  void routesByFormerRevisionsAsWell() {
    String moved = "subscribes: [{type: parcel.moved, versions: [1]}]";
    SubscriptionRevision former =
        router("handler: a\nowner: o\n" + moved, "handler: gone\nowner: o\n" + moved).newest();
    SubscriptionRevision newest =
        router(
                "handler: a\nowner: o\ntopic: other\n"
                    + "subscribes: [{type: parcel.lost, versions: [1]}]",
                "handler: b\nowner: o\n" + moved)
            .newest();

    Router router = new Router(newest, List.of(former));

    assertThat(router.targets(envelope("key", Visibility.PUBLIC)))
        .extracting(target -> target.handler().value() + " " + target.topic())
        .containsExactlyInAnyOrder("b waybill.b", "a other", "gone waybill.gone");
    assertThat(router.active())
        .extracting(subscription -> subscription.handler().value())
        .containsExactly("a", "b", "gone");
  }

  @Test
  void spreadsByOrderingKeyOrByMessageId() {
    Router router =
        router(
            "handler: ordered\nowner: a\npartitions: 7\n"
                + "subscribes: [{type: parcel.moved, versions: [1]}]",
            "handler: spread\nowner: a\npartitions: 7\nordering: none\n"
                + "subscribes: [{type: parcel.moved, versions: [1]}]");

    List<Target> targets = router.targets(envelope("some key", Visibility.PUBLIC));

    assertThat(targets)
        .extracting(Target::partition)
        .containsExactly(
            WirePartitioner.partition("some key", 7),
            WirePartitioner.partition("0190a5c2-7f3e-7000-8000-0123456789ab", 7));
  }

  private static Router router(String... files) {
    return new Router(
        new SubscriptionRevision(
            1,
            List.of(files).stream().map(file -> SubscriptionFiles.parse("f.yaml", file)).toList()));
  }

  private static Envelope envelope(String key, Visibility visibility) {
    Map<String, String> headers = new HashMap<>();
    headers.put("ce_specversion", "1.0");
    headers.put("ce_id", "0190a5c2-7f3e-7000-8000-0123456789ab");
    headers.put("ce_source", "/test");
    headers.put("ce_type", "parcel.moved");
    headers.put("ce_time", "2026-01-01T00:00:00Z");
    headers.put("content-type", "application/json");
    headers.put("ce_partitionkey", key);
    headers.put("ce_schemaversion", "1");
    return Envelope.of(headers, visibility);
  }
}
