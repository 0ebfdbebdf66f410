package dev.waybill.cli.message;

import dev.waybill.cli.connect.Server;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What the services with handlers say of one message. One that does not answer stops nobody. */
final class Services {

  private final Map<String, JsonNode> handlers = new HashMap<>();
  private final Map<String, JsonNode> deliveries = new HashMap<>();
  private final List<String> silent = new ArrayList<>();

  private Services() {}

  /**
   * Asks each of them.
   *
   * @throws CommandFailure when one refuses the caller
   */
  static Services ask(List<Server> servers, UUID message) {
    Services services = new Services();
    for (Server server : servers) {
      try {
        services.ask(server, message);
      } catch (CommandFailure e) {
        if (e.exitCode() == ExitCode.DENIED) {
          throw e;
        }
        services.silent.add(e.what());
      }
    }
    return services;
  }

  /** Deliveries first: a service that fails after them was not heard as a whole. */
  private void ask(Server server, UUID message) {
    JsonNode found = find(server, message).path("deliveries");
    server
        .get("/waybill/handlers")
        .path("handlers")
        .forEach(handler -> handlers.put(handler.path("handler").asString(""), handler));
    found.forEach(delivery -> deliveries.put(delivery.path("handler").asString(""), delivery));
  }

  private static JsonNode find(Server server, UUID message) {
    try {
      return server.get("/waybill/deliveries/" + message);
    } catch (CommandFailure e) {
      if (e.exitCode() == ExitCode.NOTHING_FOUND) {
        return JsonNodeFactory.instance.objectNode();
      }
      throw e;
    }
  }

  /**
   * What is known of each handler that the relay sends it to, and of each that has it all the same.
   *
   * @param relay what the relay says of the message
   */
  List<HandlerPart> parts(JsonNode relay) {
    SortedSet<String> handlers = new TreeSet<>(deliveries.keySet());
    relay.path("handlers").forEach(handler -> handlers.add(handler.asString()));
    Set<String> givenUp = new HashSet<>();
    relay.path("givenUp").forEach(handler -> givenUp.add(handler.asString()));
    return handlers.stream()
        .map(
            handler ->
                new HandlerPart(
                    handler,
                    deliveries.get(handler),
                    givenUp.contains(handler) || givenUp.contains("*"),
                    silence(handler, relay)))
        .toList();
  }

  /** Why nothing follows from what was not found at a handler; null when it does not have it. */
  private @Nullable String silence(String handler, JsonNode relay) {
    JsonNode known = handlers.get(handler);
    if (known == null) {
      return silent.isEmpty()
          ? "no service that was named has it; name an instance with --handler-server"
          : "no service that answered has it, and these did not: " + String.join("; ", silent);
    }
    String tenant = relay.path("tenant").asString("");
    String shown = known.path("tenant").asString(tenant);
    if (!shown.equals(tenant)) {
      return "its service shows this caller messages of tenant " + shown + " only";
    }
    String memory = known.path("remembers").asString("");
    if (!memory.isEmpty() && isOlder(relay, Duration.parse(memory))) {
      return "its inbox forgets what ended, and the message is older than its memory, " + memory;
    }
    return null;
  }

  private static boolean isOlder(JsonNode relay, Duration memory) {
    String staged = relay.path("stagedAt").asString("");
    return !staged.isEmpty() && Instant.parse(staged).plus(memory).isBefore(Instant.now());
  }
}
