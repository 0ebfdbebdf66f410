package dev.waybill.relay.ledger;

import dev.waybill.contract.message.MessageId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The text form of a batch record on the ledger topic. Numbers that may pass 2^53 are strings. */
public final class BatchRecordJson {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private BatchRecordJson() {}

  public static String write(BatchRecord record) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("relay", record.key().relay());
    root.put("batch", Long.toString(record.key().batch()));
    root.put("fencingValue", Long.toString(record.key().fencingValue()));
    root.put("systemIdentifier", record.key().systemIdentifier());
    root.put("revision", Long.toString(record.route().revisions().newest()));
    if (!record.route().revisions().formers().isEmpty()) {
      ArrayNode formers = root.putArray("formerRevisions");
      record.route().revisions().formers().forEach(former -> formers.add(Long.toString(former)));
    }
    root.put("scope", record.route().scope());
    ArrayNode leftOut = root.putArray("leftOut");
    record.route().leftOut().forEach(leftOut::add);
    ArrayNode messages = root.putArray("messages");
    for (SeqId message : record.messages()) {
      messages.addArray().add(Long.toString(message.seq())).add(message.id().toString());
    }
    StagedSpan span = record.span();
    if (span != null) {
      root.put("stagedFrom", span.from().toString());
      root.put("stagedThrough", span.through().toString());
    }
    root.set("parked", parked(record.parked()));
    root.set("unparked", unparked(record.unparked()));
    return root.toString();
  }

  /**
   * @throws IllegalArgumentException when the text is no batch record
   */
  public static BatchRecord read(String json) {
    try {
      JsonNode root = JSON.readTree(json);
      return new BatchRecord(
          new BatchRecord.BatchKey(
              text(root, "relay"),
              number(root, "batch"),
              number(root, "fencingValue"),
              text(root, "systemIdentifier")),
          new BatchRecord.BatchRoute(
              new RoutedBy(
                  number(root, "revision"),
                  texts(root.path("formerRevisions")).stream().map(Long::valueOf).toList()),
              text(root, "scope"),
              texts(root.path("leftOut"))),
          messages(root.path("messages")),
          span(root),
          readParked(root.path("parked")),
          readUnparked(root.path("unparked")));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not a batch record: " + e.getOriginalMessage(), e);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("not a batch record: " + e.getMessage(), e);
    }
  }

  /** The text form of parked messages, as the table keeps it. */
  public static String writeParked(List<BatchRecord.ParkedMessage> parked) {
    return parked(parked).toString();
  }

  /** The text form of unparked messages, as the table keeps it. */
  public static String writeUnparked(List<BatchRecord.UnparkedMessage> unparked) {
    return unparked(unparked).toString();
  }

  private static ArrayNode parked(List<BatchRecord.ParkedMessage> parked) {
    ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
    for (BatchRecord.ParkedMessage entry : parked) {
      nodes
          .addObject()
          .put("seq", Long.toString(entry.message().seq()))
          .put("id", entry.message().id().toString())
          .put("handler", entry.handler())
          .put("hold", entry.hold())
          .put("tenant", entry.tenant())
          .put("code", entry.cause().code().wireName())
          .put("reason", entry.cause().text());
    }
    return nodes;
  }

  private static ArrayNode unparked(List<BatchRecord.UnparkedMessage> unparked) {
    ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
    for (BatchRecord.UnparkedMessage entry : unparked) {
      nodes
          .addObject()
          .put("seq", Long.toString(entry.message().seq()))
          .put("id", entry.message().id().toString())
          .put("handler", entry.handler());
    }
    return nodes;
  }

  private static List<BatchRecord.ParkedMessage> readParked(JsonNode nodes) {
    List<BatchRecord.ParkedMessage> parked = new ArrayList<>();
    for (JsonNode node : nodes) {
      parked.add(
          new BatchRecord.ParkedMessage(
              named(node),
              text(node, "handler"),
              text(node, "hold"),
              text(node, "tenant"),
              new ParkCause(ParkCause.Code.ofWireName(text(node, "code")), text(node, "reason"))));
    }
    return parked;
  }

  private static List<BatchRecord.UnparkedMessage> readUnparked(JsonNode nodes) {
    List<BatchRecord.UnparkedMessage> unparked = new ArrayList<>();
    for (JsonNode node : nodes) {
      unparked.add(new BatchRecord.UnparkedMessage(named(node), text(node, "handler")));
    }
    return unparked;
  }

  private static SeqId named(JsonNode node) {
    return new SeqId(number(node, "seq"), MessageId.of(text(node, "id")));
  }

  private static List<SeqId> messages(JsonNode nodes) {
    List<SeqId> messages = new ArrayList<>(nodes.size());
    for (JsonNode node : nodes) {
      messages.add(
          new SeqId(
              Long.parseLong(node.path(0).asString()), MessageId.of(node.path(1).asString())));
    }
    return messages;
  }

  /** Records of relays that did not know it have none. */
  private static @Nullable StagedSpan span(JsonNode root) {
    return root.has("stagedFrom")
        ? new StagedSpan(
            Instant.parse(text(root, "stagedFrom")), Instant.parse(text(root, "stagedThrough")))
        : null;
  }

  private static List<String> texts(JsonNode nodes) {
    List<String> texts = new ArrayList<>();
    nodes.forEach(node -> texts.add(node.asString()));
    return texts;
  }

  private static long number(JsonNode node, String field) {
    return Long.parseLong(text(node, field));
  }

  private static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.isString()) {
      throw new IllegalArgumentException("not a batch record: '" + field + "' is missing");
    }
    return value.asString();
  }
}
