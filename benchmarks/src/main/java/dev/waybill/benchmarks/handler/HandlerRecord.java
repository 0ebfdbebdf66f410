package dev.waybill.benchmarks.handler;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.benchmarks.run.FreshTopics;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.contract.wire.WirePartitioner;
import dev.waybill.lab.effects.EffectsPlan;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A message as the relay sends it to the lab's handler. */
final class HandlerRecord {

  private static final String TIME = "2026-01-01T00:00:00.000000Z";

  private HandlerRecord() {}

  static ProducerRecord<String, byte[]> of(String topic, BenchMessage message) {
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(
            topic,
            WirePartitioner.partition(message.key(), FreshTopics.PARTITIONS),
            message.id().toString(),
            bytes(message.payload()));
    headers(message).forEach((name, text) -> record.headers().add(name, bytes(text)));
    return record;
  }

  /** Those of the envelope, those that the writer leaves out in a benchmark, and those per hop. */
  private static Map<String, String> headers(BenchMessage message) {
    String trace = "00-%032x-00f067aa0ba902b7-01".formatted(message.id().getLeastSignificantBits());
    Map<String, String> headers = new LinkedHashMap<>(message.envelope().headers());
    headers.put(WireHeaders.DATA_SCHEMA, "waybill:/schemas/" + BenchMessage.TYPE + "/1");
    headers.put(WireHeaders.CORRELATION_ID, new UUID(1, 1).toString());
    headers.put(WireHeaders.TRACEPARENT, trace);
    headers.put(WireHeaders.RECORDED_TIME, TIME);
    headers.put(WireHeaders.HOP_TRACEPARENT, trace);
    headers.put(WireHeaders.COMMITTED_AT, TIME);
    headers.put(WireHeaders.HANDLER, EffectsPlan.NAME);
    return headers;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
