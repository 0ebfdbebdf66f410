package dev.waybill.handler.record;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.wire.DeadLetterHeaders;
import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.Message;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gives a name to a record that has none which can be trusted. It is made from where the record is,
 * not from its headers, because a foreign or damaged copy must not take the place of the real
 * message in the inbox. A replay of such a record keeps the name of the first copy.
 */
public final class UnreadableRecords {

  /** Stands for a type that cannot be read. */
  public static final MessageType TYPE = new MessageType("waybill.unreadable", 1);

  private static final TenantId NOBODY = new TenantId("unknown");

  private UnreadableRecords() {}

  /**
   * A message in the place of one that cannot be read: of no tenant unless its header can be read,
   * and of an ordering key of its own, so that nothing waits for it.
   *
   * @param topicId tells the topic from an earlier one of its name
   */
  public static Message stand(RawRecord record, UUID topicId, RecordPosition position) {
    Map<String, String> texts = readable(record);
    String origin = origin(texts, topicId, position);
    UUID id = UUID.nameUUIDFromBytes(("waybill:" + origin).getBytes(StandardCharsets.UTF_8));
    return new Message(
        new MessageId(id), TYPE, tenant(texts), new OrderingKey("record:" + id), null, null);
  }

  /** Which replay sent it, as far as that can be read. */
  public static @Nullable ReplayId replay(RawRecord record) {
    String text = readable(record).get(WireHeaders.REPLAY_ID);
    try {
      return text == null || text.indexOf('\0') >= 0 ? null : new ReplayId(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String origin(Map<String, String> texts, UUID topicId, RecordPosition position) {
    String topic = texts.get(DeadLetterHeaders.TOPIC);
    boolean again = texts.containsKey(WireHeaders.REPLAY_ID) && position.topic().equals(topic);
    return again
        ? topicId
            + "/"
            + texts.get(DeadLetterHeaders.PARTITION)
            + "/"
            + texts.get(DeadLetterHeaders.OFFSET)
        : topicId + "/" + position.partition() + "/" + position.offset();
  }

  private static TenantId tenant(Map<String, String> texts) {
    String text = texts.getOrDefault(WireHeaders.TENANT_ID, "");
    boolean usable =
        !text.isBlank() && text.indexOf('\0') < 0 && text.length() <= RecordReader.LONGEST_TENANT;
    return usable ? new TenantId(text) : NOBODY;
  }

  private static Map<String, String> readable(RawRecord record) {
    Map<String, String> texts = new HashMap<>();
    for (RawHeader header : record.headers()) {
      if (header.value() != null) {
        texts.put(header.name(), new String(header.value(), StandardCharsets.UTF_8));
      }
    }
    return texts;
  }
}
