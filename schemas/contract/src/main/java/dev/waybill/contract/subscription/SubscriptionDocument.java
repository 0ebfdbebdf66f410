package dev.waybill.contract.subscription;

import dev.waybill.contract.delivery.DeliveryStatement;
import dev.waybill.contract.delivery.RetryPlan;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One subscription as a tree, the same in a YAML file and in a stored revision. A file also states
 * the deliveries and the retries; nobody routes by them, so a revision leaves them out.
 */
final class SubscriptionDocument {

  private static final Set<String> FIELDS =
      Set.of(
          "handler",
          "owner",
          "topic",
          "partitions",
          "ordering",
          "status",
          "clearance",
          "after-dead-letter",
          "unsupported-version",
          "retry",
          "delivery",
          "subscribes");
  private static final Set<String> DELIVERY = Set.copyOf(DeliveryStatement.FIELDS);
  private static final int DEFAULT_PARTITIONS = 3;

  private SubscriptionDocument() {}

  static Subscription read(JsonNode document) {
    if (!document.isObject()) {
      throw new FieldException("", "the file is not a mapping of fields");
    }
    requireKnown(document, FIELDS);
    requireDelivery(document);
    field("retry", () -> RetryPlan.read(document.path("retry")));
    HandlerId handler = field("handler", () -> new HandlerId(text(document, "handler")));
    String topic =
        document.has("topic")
            ? topic(text(document, "topic"))
            : new TopicNames(TopicNames.DEFAULT_PREFIX).handler(handler.value());
    return new Subscription(
        handler,
        text(document, "owner"),
        topic,
        layout(document),
        choice(document, "status", Status.class, Status.ACTIVE),
        field("clearance", () -> Visibility.ofWireName(text(document, "clearance", "public"))),
        failing(document),
        entries(document.path("subscribes")));
  }

  static ObjectNode write(Subscription subscription) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("handler", subscription.handler().value());
    document.put("owner", subscription.owner());
    document.put("topic", subscription.topic());
    document.put("partitions", subscription.layout().partitions());
    document.put("ordering", name(subscription.layout().ordering()));
    document.put("status", name(subscription.status()));
    document.put("clearance", subscription.clearance().wireName());
    writeFailing(subscription.failing(), document);
    ArrayNode entries = document.putArray("subscribes");
    for (Subscription.Entry entry : subscription.entries()) {
      ObjectNode node = entries.addObject().put("type", entry.type());
      ArrayNode versions = node.putArray("versions");
      entry.versions().forEach(versions::add);
    }
    return document;
  }

  private static Subscription.Layout layout(JsonNode document) {
    JsonNode partitions = document.path("partitions");
    if (!partitions.isMissingNode() && !partitions.isInt()) {
      throw new FieldException("partitions", "partitions is not a whole number");
    }
    Ordering ordering = choice(document, "ordering", Ordering.class, Ordering.KEY);
    return field(
        "partitions",
        () -> new Subscription.Layout(partitions.asInt(DEFAULT_PARTITIONS), ordering));
  }

  private static Subscription.Failing failing(JsonNode document) {
    Subscription.Failing otherwise = Subscription.Failing.DEFAULT;
    return new Subscription.Failing(
        choice(
            document,
            "after-dead-letter",
            Subscription.AfterDeadLetter.class,
            otherwise.afterDeadLetter()),
        choice(
            document,
            "unsupported-version",
            Subscription.UnsupportedVersion.class,
            otherwise.unsupportedVersion()));
  }

  /** Leaves out what is the default, so that a relay that does not know the fields reads on. */
  private static void writeFailing(Subscription.Failing failing, ObjectNode document) {
    Subscription.Failing otherwise = Subscription.Failing.DEFAULT;
    if (failing.afterDeadLetter() != otherwise.afterDeadLetter()) {
      document.put("after-dead-letter", name(failing.afterDeadLetter()));
    }
    if (failing.unsupportedVersion() != otherwise.unsupportedVersion()) {
      document.put("unsupported-version", name(failing.unsupportedVersion()));
    }
  }

  private static List<Subscription.Entry> entries(JsonNode nodes) {
    if (!nodes.isArray() || nodes.isEmpty()) {
      throw new FieldException("subscribes", "subscribes must list at least one type");
    }
    List<Subscription.Entry> entries = new ArrayList<>();
    Set<String> types = new TreeSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      try {
        Subscription.Entry entry = entry(nodes.get(i));
        if (!types.add(entry.type())) {
          throw new FieldException("type", "type " + entry.type() + " is listed twice");
        }
        entries.add(entry);
      } catch (FieldException e) {
        throw e.within("/subscribes/" + i);
      }
    }
    return entries;
  }

  private static Subscription.Entry entry(JsonNode node) {
    if (!node.isObject()) {
      throw new FieldException("type", "each subscribed type is a mapping of type and versions");
    }
    requireKnown(node, Set.of("type", "versions", "delivery"));
    requireDelivery(node);
    String type = field("type", () -> MessageType.requireName(text(node, "type")));
    return field("versions", () -> new Subscription.Entry(type, versions(node)));
  }

  private static SortedSet<Integer> versions(JsonNode node) {
    SortedSet<Integer> versions = new TreeSet<>();
    for (JsonNode version : node.path("versions")) {
      if (!version.isInt()) {
        throw new FieldException("versions", "versions must be a list of whole numbers");
      }
      versions.add(version.asInt());
    }
    return versions;
  }

  private static String topic(String topic) {
    if (!topic.matches("[a-zA-Z0-9._-]{1,249}")) {
      throw new FieldException("topic", "topic '" + topic + "' is no valid Kafka topic name");
    }
    return topic;
  }

  private static void requireDelivery(JsonNode node) {
    try {
      requireKnown(node.path("delivery"), DELIVERY);
    } catch (FieldException e) {
      throw e.within("/delivery");
    }
  }

  private static void requireKnown(JsonNode node, Set<String> known) {
    for (String name : node.propertyNames()) {
      if (!known.contains(name)) {
        throw new FieldException(
            name, "unknown field '" + name + "'; known are " + new TreeSet<>(known));
      }
    }
  }

  private static String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isString() || value.asString().isBlank()) {
      throw new FieldException(name, name + " is missing or not a text");
    }
    return value.asString();
  }

  private static String text(JsonNode node, String name, String otherwise) {
    return node.has(name) ? text(node, name) : otherwise;
  }

  private static <E extends Enum<E>> E choice(
      JsonNode node, String name, Class<E> type, E otherwise) {
    String text = text(node, name, name(otherwise));
    for (E constant : type.getEnumConstants()) {
      if (name(constant).equals(text)) {
        return constant;
      }
    }
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      names.add(name(constant));
    }
    throw new FieldException(name, name + " is '" + text + "', not one of " + names);
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <T> T field(String name, Supplier<T> read) {
    try {
      return read.get();
    } catch (FieldException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new FieldException(name, String.valueOf(e.getMessage()));
    }
  }

  /** A field that cannot be read; the reader of the file adds file and line. */
  static final class FieldException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;
    private final String pointer;

    FieldException(String field, String message) {
      this("/" + field, message, null);
    }

    private FieldException(String pointer, String message, @Nullable Throwable cause) {
      super(message, cause);
      this.pointer = pointer;
    }

    /** The same complaint, about a field of a part of the document. */
    FieldException within(String parent) {
      return new FieldException(parent + pointer, String.valueOf(getMessage()), this);
    }

    /** Where the field is, as a JSON Pointer. */
    String pointer() {
      return pointer;
    }
  }
}
