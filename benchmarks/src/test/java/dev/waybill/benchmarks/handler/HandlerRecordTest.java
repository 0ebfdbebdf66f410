package dev.waybill.benchmarks.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.wire.WirePartitioner;
import dev.waybill.handler.Message;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.record.RecordReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class HandlerRecordTest {

  private final BenchMessage message = BenchMessage.of(7, 42, 500);
  private final ProducerRecord<String, byte[]> record = HandlerRecord.of("topic", message);

  @Test
  void isKeyedByItsIdAndPlacedByItsOrderingKey() {
    assertThat(record.key()).isEqualTo(message.id().toString());
    assertThat(record.partition()).isEqualTo(WirePartitioner.partition(message.key(), 3));
    assertThat(record.value()).hasSize(500);
  }

  @Test
  void isReadByTheHandlerStarterAsOneOfItsHandlers() {
    Message read =
        new RecordReader(new HandlerId("effects")).read(RawRecord.of(asConsumed())).message();

    assertThat(read.id()).isEqualTo(new MessageId(message.id()));
    assertThat(read.type()).hasToString("activity.created v1");
    assertThat(read.orderingKey().value()).isEqualTo(message.key());
    assertThat(read.correlationId()).isNotNull();
    assertThat(read.committedAt()).isNotNull();
  }

  private ConsumerRecord<byte[], byte[]> asConsumed() {
    return new ConsumerRecord<>(
        "topic",
        0,
        0,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        record.key().getBytes(StandardCharsets.UTF_8),
        record.value(),
        record.headers(),
        Optional.empty());
  }
}
