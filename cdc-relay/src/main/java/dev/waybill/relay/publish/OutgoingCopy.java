package dev.waybill.relay.publish;

import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.relay.outbox.OutboxMessage;
import dev.waybill.relay.routing.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * A message rendered for the wire once, from which each handler's copy is made. Key is the message
 * id, value the payload exactly as staged.
 */
public final class OutgoingCopy {

  private static final int BATCH_OVERHEAD = 61;

  /** A record's length, attributes, time and number at their longest, as the producer counts. */
  private static final int RECORD_OVERHEAD = 21;

  /** A frame's header and end, and the length of each block that could not be made smaller. */
  private static final int FRAME_OVERHEAD = 11;

  private static final int BLOCK = 65_536;
  private static final int BLOCK_OVERHEAD = 4;

  private final byte[] key;
  private final byte[] value;
  private final List<Header> headers;
  private final long bytes;

  private OutgoingCopy(byte[] key, byte[] value, List<Header> headers) {
    this.key = key;
    this.value = value;
    this.headers = headers;
    this.bytes = size(key, value, headers);
  }

  /** Renders a message. */
  public static OutgoingCopy of(OutboxMessage message, Envelope envelope) {
    List<Header> headers = new ArrayList<>(envelope.headers().size() + 4);
    envelope.headers().forEach((name, text) -> headers.add(header(name, text)));
    envelope
        .header(WireHeaders.TRACEPARENT)
        .ifPresent(trace -> headers.add(header(WireHeaders.HOP_TRACEPARENT, trace)));
    headers.add(header(WireHeaders.COMMITTED_AT, message.committed().at().toString()));
    if (!message.committed().exact()) {
      headers.add(header(WireHeaders.COMMITTED_AT_SOURCE, "staged"));
    }
    return new OutgoingCopy(bytes(message.id().toString()), bytes(message.payload()), headers);
  }

  /** Of a message that cannot be read and so is sent to nobody. */
  public static OutgoingCopy none() {
    return new OutgoingCopy(new byte[0], new byte[0], List.of());
  }

  /**
   * The most that producer and broker may count for one handler's copy: a record batch of one
   * record, by the record format of Kafka's protocol (magic 2). When it is compressed and comes out
   * no smaller, the frame of LZ4 comes to it.
   */
  public long recordBytes(Target target, boolean compressed) {
    long body = RECORD_OVERHEAD;
    body += varint(key.length) + key.length + varint(value.length) + value.length;
    body += varint(headers.size() + 1);
    body += headerBytes(WireHeaders.HANDLER, target.handler().value().length());
    for (Header header : headers) {
      body += headerBytes(header.key(), header.value().length);
    }
    return BATCH_OVERHEAD + body + (compressed ? frameBytes(body) : 0);
  }

  private static long frameBytes(long body) {
    return FRAME_OVERHEAD + BLOCK_OVERHEAD * (body / BLOCK + 1);
  }

  private static long headerBytes(String name, int value) {
    return (long) varint(name.length()) + name.length() + varint(value) + value;
  }

  /** How many bytes Kafka's zigzag encoding of a length takes. */
  private static int varint(long length) {
    int bytes = 1;
    for (long rest = length << 1; rest > 0x7f; rest >>>= 7) {
      bytes++;
    }
    return bytes;
  }

  /** The copy for one handler. */
  ProducerRecord<byte[], byte[]> to(Target target) {
    List<Header> all = new ArrayList<>(headers.size() + 1);
    all.addAll(headers);
    all.add(header(WireHeaders.HANDLER, target.handler().value()));
    return new ProducerRecord<>(target.topic(), target.partition(), key, value, all);
  }

  /** Size of one copy on the wire, in bytes, before compression. */
  public long bytes() {
    return bytes;
  }

  private static long size(byte[] key, byte[] value, List<Header> headers) {
    long size = (long) key.length + value.length;
    for (Header header : headers) {
      size += header.key().length() + header.value().length + 2;
    }
    return size;
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
