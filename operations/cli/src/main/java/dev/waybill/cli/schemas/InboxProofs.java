package dev.waybill.cli.schemas;

import dev.waybill.cli.connect.Server;
import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.contract.message.MessageType;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Asks the services with the handlers what their inboxes have not finished. */
final class InboxProofs {

  private final List<Server> servers;

  InboxProofs(List<Server> servers) {
    this.servers = servers;
  }

  void look(MessageType type, KnownHandlers handlers, List<Proof> proofs) {
    SortedSet<String> missing = new TreeSet<>(handlers.handlers());
    List<String> silent = new ArrayList<>();
    for (Server server : servers) {
      try {
        JsonNode answer =
            server.get("/waybill/carried?type=" + type.name() + "&version=" + type.version());
        for (JsonNode handler : answer.path("handlers")) {
          String name = handler.path("handler").asString();
          missing.remove(name);
          proofs.add(proof(name, handler));
        }
      } catch (CommandFailure e) {
        silent.add(e.what());
      }
    }
    String why =
        silent.isEmpty()
            ? "name an instance of its service with --handler-server"
            : String.join("; ", silent);
    missing.forEach(handler -> proofs.add(Proof.notProved("inbox " + handler, why)));
  }

  private static Proof proof(String handler, JsonNode counts) {
    String place = "inbox " + handler;
    try {
      long deliveries = Long.parseLong(counts.path("deliveries").asString(""));
      long deadLetters = Long.parseLong(counts.path("deadLetters").asString(""));
      return Proof.counted(place, deliveries + deadLetters, "deliveries and open dead letters");
    } catch (NumberFormatException e) {
      return Proof.notProved(place, "its service answered something else than counts");
    }
  }
}
