package dev.waybill.relay.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.metrics.BatchMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A message that one topic refuses is counted as another thing than a broker that is away. */
class PublishExceptionTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final BatchMeters meters = new BatchMeters(registry);

  @ParameterizedTest
  @MethodSource
  void isCountedAsWhatItIs(Exception error, boolean othersAnswered, String result) {
    PublishException.Refusal refusal =
        new PublishException.Refusal("waybill.timeline", "message 1", error);

    meters
        .begin(List.of())
        .failed(new PublishException("batch 1 was not published", refusal, othersAnswered, error));

    for (String each : List.of("refused", "broker-unavailable", "failed", "store-unavailable")) {
      assertThat(registry.get("waybill.relay.batch.attempts").tag("result", each).counter().count())
          .as(each)
          .isEqualTo(each.equals(result) ? 1 : 0);
    }
  }

  static Stream<Arguments> isCountedAsWhatItIs() {
    return Stream.of(
        Arguments.of(new TopicAuthorizationException("no"), false, "refused"),
        Arguments.of(new RecordTooLargeException("no"), false, "refused"),
        Arguments.of(new NotEnoughReplicasException("no"), false, "refused"),
        Arguments.of(new TimeoutException("silence of one topic"), true, "refused"),
        Arguments.of(new TimeoutException("silence of all"), false, "broker-unavailable"),
        Arguments.of(new NetworkException("gone"), true, "broker-unavailable"));
  }
}
