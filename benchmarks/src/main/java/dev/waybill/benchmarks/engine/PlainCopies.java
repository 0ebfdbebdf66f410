package dev.waybill.benchmarks.engine;

import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.contract.wire.WirePartitioner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Sends the copies that the relay sends, with its producer's settings but for the transactions: at
 * least once, to the same topics for everybody, with no ledger, no parking and no check.
 */
final class PlainCopies implements RowSink {

  private static final int PARTITIONS = 3;

  private final List<String> topics;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<@Nullable Exception> refused = new AtomicReference<>();

  PlainCopies(String bootstrapServers, List<String> topics) {
    this.topics = List.copyOf(topics);
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "acks",
                "all",
                "compression.type",
                "lz4",
                "linger.ms",
                5,
                "batch.size",
                131_072,
                "max.request.size",
                33_554_432),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** The results of the sends need no look: the first refusal is remembered. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored")
  public void take(SourceRecord row) {
    Struct columns = ((Struct) row.value()).getStruct("after");
    Envelope envelope = Envelope.parse(columns.getString("envelope"));
    int partition = WirePartitioner.partition(envelope.orderingKey().value(), PARTITIONS);
    byte[] key = bytes(columns.getString("message_id"));
    byte[] value = bytes(columns.getString("payload"));
    List<Header> headers = new ArrayList<>();
    envelope.headers().forEach((name, text) -> headers.add(header(name, text)));
    headers.add(header(WireHeaders.COMMITTED_AT, Instant.now().toString()));
    for (String topic : topics) {
      headers.add(header(WireHeaders.HANDLER, topic));
      producer.send(
          new ProducerRecord<>(topic, partition, key, value, headers),
          (metadata, error) -> {
            if (error != null) {
              refused.compareAndSet(null, error);
            }
          });
      headers.remove(headers.size() - 1);
    }
  }

  @Override
  public void finish() {
    producer.flush();
    Exception error = refused.get();
    if (error != null) {
      throw new IllegalStateException("a copy was not taken", error);
    }
  }

  @Override
  public void close() {
    producer.close();
  }

  private static Header header(String name, String text) {
    return new RecordHeader(name, bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
