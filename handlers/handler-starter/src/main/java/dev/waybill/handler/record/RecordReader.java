package dev.waybill.handler.record;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.CorrelationId;
import dev.waybill.handler.Message;
import dev.waybill.handler.TenantId;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the headers of one handler's records. What it refuses is not run, and becomes a dead
 * letter. Thread-safe.
 */
public final class RecordReader {

  private static final int LONGEST_TYPE = 250;

  /** An index of the inbox holds it, and takes no longer ones. */
  static final int LONGEST_TENANT = 250;

  private final HandlerId handler;

  public RecordReader(HandlerId handler) {
    this.handler = handler;
  }

  /**
   * What the headers say.
   *
   * @param replay which replay sent the copy; null for the first one
   */
  public record Reading(Message message, @Nullable ReplayId replay) {}

  /**
   * The message of a record.
   *
   * @throws RefusedRecordException when the copy is another handler's or cannot be read
   */
  public Reading read(RawRecord record) {
    HeaderTexts headers = HeaderTexts.of(record.headers());
    headers.find(WireHeaders.HANDLER).ifPresent(this::requireMine);
    if (record.value() == null) {
      throw new RefusedRecordException(Refusal.UNREADABLE_RECORD, "the record has no value");
    }
    MessageId id = part(headers, WireHeaders.ID, MessageId::of);
    requireKey(record, id);
    String type = part(headers, WireHeaders.TYPE, RecordReader::typeName);
    Message message =
        new Message(
            id,
            part(
                headers,
                WireHeaders.SCHEMA_VERSION,
                version -> new MessageType(type, Integer.parseInt(version))),
            part(headers, WireHeaders.TENANT_ID, RecordReader::tenant),
            part(headers, WireHeaders.PARTITION_KEY, text -> new OrderingKey(storable(text))),
            optional(headers, WireHeaders.CORRELATION_ID, CorrelationId::new),
            optional(headers, WireHeaders.COMMITTED_AT, Instant::parse));
    return new Reading(
        message, optional(headers, WireHeaders.REPLAY_ID, text -> new ReplayId(storable(text))));
  }

  /** Bounded, since matching the pattern takes a deeper stack the longer the name is. */
  private static String typeName(String text) {
    if (text.length() > LONGEST_TYPE) {
      throw new IllegalArgumentException("longer than " + LONGEST_TYPE + " characters");
    }
    return MessageType.requireName(text);
  }

  private static TenantId tenant(String text) {
    if (text.length() > LONGEST_TENANT) {
      throw new IllegalArgumentException("longer than " + LONGEST_TENANT + " characters");
    }
    return new TenantId(storable(text));
  }

  /** PostgreSQL holds no such character in a text. */
  private static String storable(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("holds the character NUL");
    }
    return text;
  }

  /** A record without a key is read all the same: the header says who it is. */
  private static void requireKey(RawRecord record, MessageId id) {
    byte[] key = record.key();
    if (key != null && !Arrays.equals(key, id.toString().getBytes(StandardCharsets.UTF_8))) {
      throw new RefusedRecordException(
          Refusal.UNREADABLE_RECORD, "the record's key is not the id in its header");
    }
  }

  private static <T> T part(HeaderTexts headers, String name, Function<String, T> reading) {
    return read(name, headers.require(name), reading);
  }

  private static <T> @Nullable T optional(
      HeaderTexts headers, String name, Function<String, T> reading) {
    return headers.find(name).map(text -> read(name, text, reading)).orElse(null);
  }

  private static <T> T read(String name, String text, Function<String, T> reading) {
    try {
      return reading.apply(text);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw new RefusedRecordException(
          Refusal.UNREADABLE_RECORD,
          "header " + name + " is malformed: '" + Quotes.quote(text) + "'",
          e);
    }
  }

  private void requireMine(String addressee) {
    if (!handler.value().equals(addressee)) {
      throw new RefusedRecordException(
          Refusal.MISROUTED,
          "misrouted: this copy is for handler '"
              + Quotes.quote(addressee)
              + "' and not for "
              + handler);
    }
  }
}
