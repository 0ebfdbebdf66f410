package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.local.topics.TopicReader;
import dev.waybill.local.topics.TopicRecord;
import dev.waybill.relay.outbox.RecordTable;
import dev.waybill.relay.testbed.InProcessRelay;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is sent a message, by its type, its version and the handlers of the time. */
class RelayRoutingIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RelayTestbed testbed = RelayTestbed.create();

  /**
   * A consumer that does not know a version yet must find its records once it does. The gate would
   * hold two of these back today: they were staged when nobody had subscribed.
   */
  @Test
  void sendsEveryVersionOfATypeInOrder() {
    UUID old = stage(TestMessage.of("parcel:1", 1));
    UUID next = stage(TestMessage.of("parcel:1", 2).withShape(TestMessage.TYPE, 2));
    UUID unheardOf = stage(TestMessage.of("parcel:1", 3).withShape(TestMessage.TYPE, 17));
    testbed.subscribe("timeline");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      await().atMost(PATIENCE).until(() -> received("timeline").size() == 3);
      assertThat(received("timeline")).containsExactly(old + " 1", next + " 2", unheardOf + " 17");
    }
  }

  @Test
  void isDoneWithAMessageThatNobodyIsSubscribedToAndGoesOn() {
    testbed.subscribe("timeline");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      UUID unwanted = stage(TestMessage.of("parcel:1", 1).withShape("parcel.weighed", 1));
      UUID wanted = stage(TestMessage.of("parcel:1", 2));
      await().atMost(PATIENCE).until(() -> "dispatched".equals(testbed.states().get(wanted)));
      assertThat(testbed.states()).containsEntry(unwanted, "dispatched");
      assertThat(received("timeline")).containsExactly(wanted + " 1");
    }
  }

  /** Another name is another handler: it begins with what is staged from then on. */
  @Test
  void aHandlerUnderAnotherNameBeginsWithWhatIsNew() {
    testbed.subscribe("timeline", "dashboard");
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      UUID before = stage(TestMessage.of("parcel:1", 1));
      await().atMost(PATIENCE).until(() -> received("timeline").size() == 1);
      testbed.apply(
          List.of(
              testbed.subscription("history", Status.ACTIVE, Visibility.PUBLIC),
              testbed.subscription("dashboard", Status.ACTIVE, Visibility.PUBLIC)));
      // What takes away waits until nothing older can still arrive; what is given is given at once.
      await().atMost(PATIENCE).until(() -> testbed.routedBy().equals("2 {}"));
      UUID after = stage(TestMessage.of("parcel:1", 2));
      await().atMost(PATIENCE).until(() -> received("dashboard").size() == 2);
      assertThat(received("history")).containsExactly(after + " 1");
      assertThat(received("timeline")).containsExactly(before + " 1");
    }
  }

  /** That it was left out is on record, by the revision that decided it. */
  @Test
  void keepsWhatIsInternalFromWhoIsNotClearedAndHasItOnRecord() {
    testbed.apply(
        List.of(
            testbed.subscription("timeline", Status.ACTIVE, Visibility.INTERNAL),
            testbed.subscription("dashboard", Status.ACTIVE, Visibility.PUBLIC),
            testbed.subscription("stopped", Status.DISABLED, Visibility.INTERNAL),
            testbed.subscription("papers", Status.CONTRACT_ONLY, Visibility.PUBLIC)));
    try (InProcessRelay relay = InProcessRelay.start(testbed)) {
      relay.awaitStreaming();
      UUID internal = stage(TestMessage.of("parcel:1", 1).withVisibility(Visibility.INTERNAL));
      UUID open = stage(TestMessage.of("parcel:1", 2));
      await().atMost(PATIENCE).until(() -> "dispatched".equals(testbed.states().get(open)));

      assertThat(received("dashboard")).containsExactly(open + " 1");
      assertThat(received("timeline")).containsExactly(internal + " 1", open + " 1");
      assertThat(ignored(internal)).containsExactly("dashboard not cleared", "stopped disabled");
      assertThat(ignored(open)).containsExactly("stopped disabled");
      assertThat(handlers(internal)).containsExactly("timeline");
      assertThat(handlers(open)).containsExactly("dashboard", "timeline");

      // Another clearance changes nothing of what was decided.
      testbed.subscribe("timeline", "dashboard");
      await().atMost(PATIENCE).until(() -> testbed.routedBy().equals("2 {}"));
      assertThat(ignored(internal)).containsExactly("dashboard not cleared", "stopped disabled");
      assertThat(handlers(internal)).containsExactly("timeline");
    }
  }

  private @Nullable List<String> handlers(UUID message) {
    return new RecordTable(testbed.as("waybill_relay"))
        .find(new MessageId(message), null)
        .orElseThrow()
        .handlers();
  }

  private List<String> ignored(UUID message) {
    return new RecordTable(testbed.as("waybill_relay"))
        .find(new MessageId(message), null).stream()
            .flatMap(found -> found.ignored().stream())
            .map(one -> one.handler() + " " + one.reason().words())
            .toList();
  }

  private UUID stage(TestMessage message) {
    message.stage(testbed.as("waybill_writer"));
    return message.id();
  }

  /** Id and version of each record, in order: all have one key. */
  private List<String> received(String handler) {
    return new TopicReader(testbed.kafka().bootstrapServers())
        .readAll(testbed.topic(handler)).stream().map(RelayRoutingIT::name).toList();
  }

  private static String name(TopicRecord copy) {
    return copy.key() + " " + copy.header(WireHeaders.SCHEMA_VERSION).orElse("none");
  }
}
