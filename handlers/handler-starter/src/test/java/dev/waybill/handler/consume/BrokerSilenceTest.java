package dev.waybill.handler.consume;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class BrokerSilenceTest {

  private static final Instant START = Instant.parse("2026-03-01T08:15:30Z");

  private Instant now = START;
  private double answers = 5;
  private final Map<MetricName, Metric> metrics =
      Map.of(metric("consumer-metrics").metricName(), metric("consumer-metrics"));
  private final BrokerSilence silence = new BrokerSilence(Duration.ofSeconds(15), () -> now);

  @Test
  void complainsWhenNoAnswerCameForTooLong() {
    assertThat(silence.complaint(metrics)).isNull();
    now = START.plusSeconds(15);
    assertThat(silence.complaint(metrics)).isNull();
    now = START.plusSeconds(16);
    assertThat(silence.complaint(metrics)).isEqualTo("no broker answered in 15 s");

    answers++;
    assertThat(silence.complaint(metrics)).isNull();
  }

  @Test
  void takesALongBatchForNoSilenceWhenAnswersCameMeanwhile() {
    assertThat(silence.complaint(metrics)).isNull();
    now = START.plusSeconds(100);
    answers = 40;

    assertThat(silence.complaint(metrics)).isNull();
  }

  @Test
  void countsWhatTheClientCounts() {
    try (KafkaConsumer<byte[], byte[]> client =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", "127.0.0.1:1"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      silence.complaint(client.metrics());
      now = START.plusSeconds(16);

      assertThat(silence.complaint(client.metrics())).isNotNull();
    }
  }

  private Metric metric(String group) {
    MetricName name = new MetricName("response-total", group, "", Map.of());
    return new Metric() {
      @Override
      public MetricName metricName() {
        return name;
      }

      @Override
      public Object metricValue() {
        return answers;
      }
    };
  }
}
