package dev.waybill.outbox.inprocess;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumers that may take messages in this process, and so which types are not staged.
 * Immutable.
 */
public final class InProcessConsumers {

  private static final Logger LOG = LoggerFactory.getLogger(InProcessConsumers.class);

  private final boolean isolated;
  private final List<InProcessConsumer> consumers;
  private final Set<String> types = new TreeSet<>();

  /**
   * @param consumers all that the application has
   * @param allowed the ids of those that may take messages
   * @param isolated whether all may, and nothing is staged
   * @throws IllegalStateException when a consumer may not, two have one id, or an allowed one is
   *     not there
   */
  public InProcessConsumers(
      Collection<InProcessConsumer> consumers, Set<String> allowed, boolean isolated) {
    this.isolated = isolated;
    this.consumers = List.copyOf(consumers);
    Map<String, InProcessConsumer> byId = new TreeMap<>();
    for (InProcessConsumer consumer : consumers) {
      if (byId.put(consumer.id(), consumer) != null) {
        throw new IllegalStateException(
            "two in-process consumers are called " + consumer.id() + ": rename one");
      }
      if (!isolated && !allowed.contains(consumer.id())) {
        throw new IllegalStateException(
            "in-process consumer "
                + consumer.id()
                + " is not on the allow-list: make it a handler, or, until it is one, add it to"
                + " waybill.outbox.in-process.allow");
      }
      types.addAll(consumer.types());
    }
    for (String id : allowed) {
      if (!byId.containsKey(id)) {
        throw new IllegalStateException(
            "waybill.outbox.in-process.allow names "
                + id
                + ", which is no consumer of this application: take it off the list");
      }
    }
  }

  /** Whether a type goes to consumers in this process and is not staged. */
  public boolean take(String type) {
    return isolated || types.contains(type);
  }

  /** Whether there is any type that is not staged. */
  public boolean takeAny() {
    return isolated || !types.isEmpty();
  }

  /**
   * Refuses an isolated run in a database that a relay uses, and says of any other that nothing is
   * staged.
   *
   * @param relayIsInstalled whether a relay has made its tables
   * @throws IllegalStateException when the relay would wait for what never comes
   */
  public void requireNoRelay(boolean relayIsInstalled) {
    if (!isolated) {
      return;
    }
    if (relayIsInstalled) {
      throw new IllegalStateException(
          "waybill.outbox.in-process.isolated is true and a relay has its tables in this database:"
              + " set it to false, or run in a database of its own");
    }
    LOG.warn(
        "waybill.outbox.in-process.isolated is true: nothing is staged, and messages of types {} go"
            + " to consumers in this process and nowhere else",
        types);
  }

  /**
   * Refuses types that somebody subscribes to.
   *
   * @throws IllegalStateException when such a type would not be staged
   */
  public void requireUnsubscribed(Map<String, Set<String>> handlersByType) {
    handlersByType.forEach(
        (type, handlers) -> {
          if (take(type)) {
            throw new IllegalStateException(
                "type "
                    + type
                    + " would go to consumers in this process only, and handlers "
                    + handlers
                    + " subscribe to it: take its consumers off waybill.outbox.in-process.allow"
                    + (isolated ? " and set waybill.outbox.in-process.isolated=false" : ""));
          }
        });
  }

  /** Those that take a type, in the order in which the application has them. */
  List<InProcessConsumer> of(String type) {
    return consumers.stream().filter(consumer -> consumer.types().contains(type)).toList();
  }
}
