package dev.waybill.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.testbed.RelayTestbed;
import dev.waybill.relay.testbed.TestMessage;
import dev.waybill.relay.testbed.TopicContents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class RelayPublishIT {

  @Test
  void publishesCommittedMessagesToEveryHandler() {
    RelayTestbed testbed = RelayTestbed.create();
    testbed.subscribe("timeline", "dashboard");
    TestMessage before = TestMessage.of("parcel:1", 1);
    before.stage(testbed.as("waybill_writer"));
    Map<String, Object> settings = new HashMap<>(testbed.settings());
    try (ConfigurableApplicationContext relay =
        new SpringApplicationBuilder(RelayApplication.class).properties(settings).run()) {
      StatusBoard board = relay.getBean(StatusBoard.class);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> board.status() instanceof RelayStatus.Streaming);
      List<TestMessage> after = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        TestMessage message = TestMessage.of("parcel:1", i + 2);
        message.stage(testbed.as("waybill_writer"));
        after.add(message);
      }
      List<String> expected = new ArrayList<>();
      expected.add(before.id().toString());
      after.forEach(message -> expected.add(message.id().toString()));
      for (String handler : List.of("timeline", "dashboard")) {
        await()
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(
                () ->
                    assertThat(
                            TopicContents.ids(
                                testbed.kafka().bootstrapServers(), testbed.topic(handler)))
                        .containsExactlyElementsOf(expected));
      }
    }
  }
}
