package dev.waybill.cli.subscriptions;

import dev.waybill.cli.connect.Server;
import dev.waybill.cli.plan.Evidence;
import dev.waybill.cli.plan.Needed;
import dev.waybill.cli.plan.Readers;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The services with handlers, asked what their instances read and what they have not finished. */
final class LiveHandlers {

  private static final String NOBODY = "no service that was named has it";

  private final List<Server> servers;

  LiveHandlers(List<Server> servers) {
    this.servers = servers;
  }

  /** Asks what they read, now; what is underway is looked at when a rule asks. */
  Evidence evidence(Underway underway, Set<HandlerId> unasked) {
    Map<HandlerId, List<Readers.Instance>> told = new HashMap<>();
    List<String> silent = new ArrayList<>();
    for (Server server : servers) {
      try {
        for (JsonNode handler : server.get("/waybill/handlers").path("handlers")) {
          told.computeIfAbsent(
                  new HandlerId(handler.path("handler").asString()), id -> new ArrayList<>())
              .addAll(instances(handler));
        }
      } catch (CommandFailure e) {
        silent.add(e.what());
      }
    }
    Map<HandlerId, Readers> readers = new HashMap<>();
    told.forEach((handler, instances) -> readers.put(handler, new Readers.Told(instances)));
    return new Evidence(
        readers,
        silent.isEmpty() ? NOBODY : String.join("; ", silent),
        (handler, type) -> needed(underway, handler, type),
        unasked);
  }

  /** The one that answers may have no row yet; one that has is not named twice. */
  private static List<Readers.Instance> instances(JsonNode handler) {
    List<Readers.Instance> instances = new ArrayList<>();
    for (JsonNode row : handler.path("instances")) {
      instances.add(
          new Readers.Instance(
              row.path("name").asString("?"),
              row.path("live").asBoolean(true),
              "at " + row.path("heartbeatAt").asString("an unknown time"),
              texts(row.path("reads"))));
    }
    List<String> own = texts(handler.path("reads"));
    if (instances.stream()
        .noneMatch(row -> row.live() && row.reads() != null && row.reads().equals(own))) {
      instances.add(new Readers.Instance("that answers", true, "now", own));
    }
    return instances;
  }

  private static @Nullable List<String> texts(JsonNode list) {
    return list.isArray() ? list.valueStream().map(JsonNode::asString).toList() : null;
  }

  private Needed needed(Underway underway, HandlerId handler, MessageType type) {
    List<String> found = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    underway.look(handler, type, found, unknown);
    boolean answered = false;
    for (Server server : servers) {
      try {
        for (JsonNode one :
            server
                .get("/waybill/carried?type=" + type.name() + "&version=" + type.version())
                .path("handlers")) {
          if (handler.value().equals(one.path("handler").asString())) {
            answered = true;
            count(found, one, "deliveries", "unfinished deliveries");
            count(found, one, "deadLetters", "open dead letters");
          }
        }
      } catch (CommandFailure e) {
        unknown.add(e.what());
      }
    }
    if (!answered && unknown.isEmpty()) {
      unknown.add("its inbox: " + NOBODY);
    }
    return new Needed(found, unknown);
  }

  private static void count(List<String> found, JsonNode counts, String member, String what) {
    String count = counts.path(member).asString("?");
    if (!count.equals("0")) {
      found.add(count + " " + what);
    }
  }
}
