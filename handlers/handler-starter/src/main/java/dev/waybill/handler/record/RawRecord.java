package dev.waybill.handler.record;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** A record's bytes as they came: enough to run it later, and to send it on unchanged. */
@SuppressWarnings("ArrayRecordComponent") // never compared, and not copied for each record
public record RawRecord(byte @Nullable [] key, byte @Nullable [] value, List<RawHeader> headers) {

  /** The record that a consumer got. */
  public static RawRecord of(ConsumerRecord<byte[], byte[]> record) {
    List<RawHeader> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(new RawHeader(header.key(), header.value()));
    }
    return new RawRecord(record.key(), record.value(), headers);
  }
}
