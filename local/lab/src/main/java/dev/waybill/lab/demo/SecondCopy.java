package dev.waybill.lab.demo;

import dev.waybill.local.topics.RecordHeader;
import dev.waybill.local.topics.TopicRecord;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A copy of a record that is the same in every byte, where the first one is.
 *
 * @param offset where the copy came to lie, in the partition of the original
 */
record SecondCopy(TopicRecord original, long offset) {

  static SecondCopy of(String bootstrapServers, TopicRecord original)
      throws InterruptedException, ExecutionException {
    ProducerRecord<String, byte[]> copy =
        new ProducerRecord<>(
            original.topic(),
            original.partition(),
            original.timestamp(),
            original.key(),
            original.value());
    for (RecordHeader header : original.headers()) {
      copy.headers().add(header.name(), header.value());
    }
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrapServers, "acks", "all");
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
      RecordMetadata place = producer.send(copy).get();
      return new SecondCopy(original, place.offset());
    }
  }

  /** Whether a record is this copy. */
  boolean is(TopicRecord record) {
    return record.topic().equals(original.topic())
        && record.partition() == original.partition()
        && record.offset() == offset;
  }
}
