package dev.waybill.contract.subscription;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * All subscriptions as they were applied at one time. Revision 0 is the state before the first
 * application: nobody subscribes to anything.
 *
 * @param revision counts applications, from 1
 * @param subscriptions sorted by handler
 */
public record SubscriptionRevision(long revision, List<Subscription> subscriptions) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * @throws InvalidSubscriptionException when two subscriptions name one handler or one topic
   */
  public SubscriptionRevision {
    List<Subscription> sorted = new ArrayList<>(subscriptions);
    sorted.sort(Comparator.comparing(Subscription::handler));
    requireUnique(sorted);
    subscriptions = List.copyOf(sorted);
  }

  /** The state before the first application. */
  public static SubscriptionRevision none() {
    return new SubscriptionRevision(0, List.of());
  }

  /** The text form that is stored with a revision. */
  public String toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode list = root.putArray("subscriptions");
    subscriptions.forEach(subscription -> list.add(SubscriptionDocument.write(subscription)));
    return root.toString();
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws InvalidSubscriptionException when it cannot be read
   */
  public static SubscriptionRevision parse(long revision, String json) {
    try {
      List<Subscription> subscriptions = new ArrayList<>();
      for (JsonNode node : JSON.readTree(json).path("subscriptions")) {
        subscriptions.add(SubscriptionDocument.read(node));
      }
      return new SubscriptionRevision(revision, subscriptions);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new InvalidSubscriptionException(
          "subscription revision " + revision + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static void requireUnique(List<Subscription> subscriptions) {
    for (int i = 0; i < subscriptions.size(); i++) {
      for (int j = i + 1; j < subscriptions.size(); j++) {
        Subscription one = subscriptions.get(i);
        Subscription other = subscriptions.get(j);
        if (one.handler().equals(other.handler())) {
          throw new InvalidSubscriptionException(
              "handler " + one.handler() + " is declared twice: keep one file for each handler");
        }
        if (one.topic().equals(other.topic())) {
          throw new InvalidSubscriptionException(
              "topic "
                  + one.topic()
                  + " is claimed by the handlers "
                  + one.handler()
                  + " and "
                  + other.handler()
                  + ": each handler has a topic of its own");
        }
      }
    }
  }
}
