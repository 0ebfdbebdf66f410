package dev.waybill.cli.message;

import dev.waybill.cli.connect.Server;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
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

  private static final String UNASKED =
      "no service that was named has it; name an instance with --handler-server";

  private final Set<String> heard = new HashSet<>();
  private final Map<String, JsonNode> deliveries = new HashMap<>();
  private final List<String> silent = new ArrayList<>();

  private Services() {}

  static Services ask(List<Server> servers, UUID message) {
    Services services = new Services();
    for (Server server : servers) {
      try {
        services.ask(server, message);
      } catch (CommandFailure e) {
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
        .forEach(handler -> heard.add(handler.path("handler").asString("")));
    found.forEach(
        delivery -> {
          heard.add(delivery.path("handler").asString(""));
          deliveries.put(delivery.path("handler").asString(""), delivery);
        });
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
                    silence(handler)))
        .toList();
  }

  private @Nullable String silence(String handler) {
    if (heard.contains(handler)) {
      return null;
    }
    return silent.isEmpty() ? UNASKED : String.join("; ", silent);
  }
}
