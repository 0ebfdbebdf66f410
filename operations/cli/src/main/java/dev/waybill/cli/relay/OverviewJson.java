package dev.waybill.cli.relay;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An overview as JSON. */
final class OverviewJson {

  private OverviewJson() {}

  static ObjectNode of(RelayOverview overview, String database) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("relay", overview.relay());
    root.put("database", database);
    root.put("caughtUp", overview.installed().map(Installed::caughtUp).orElse(false));
    overview.lease().ifPresent(lease -> lease(root.putObject("lease"), lease));
    processes(root.putArray("processes"), overview);
    overview
        .installed()
        .ifPresent(installed -> root.set("slot", SlotJson.of(installed.slot(), overview.slot())));
    lanes(root.putArray("lanes"), overview);
    parked(root.putArray("parked"), overview);
    orders(root.putArray("orders"), overview);
    actions(root.putArray("actions"), overview);
    return root;
  }

  private static void lease(ObjectNode node, Lease lease) {
    node.put("held", lease.held())
        .put("owner", lease.owner())
        .put("expiresAt", lease.expiresAt().toString())
        .put("publishesSince", text(lease.publishes() ? lease.startedAt() : null))
        .put("fencingValue", String.valueOf(lease.fencingValue()));
  }

  private static void processes(ArrayNode nodes, RelayOverview overview) {
    for (RelayProcess process : overview.processes()) {
      nodes
          .addObject()
          .put("process", process.name())
          .put("status", process.status())
          .put("silentSeconds", process.silentSeconds());
    }
  }

  private static void lanes(ArrayNode nodes, RelayOverview overview) {
    for (Lane lane : overview.lanes()) {
      nodes
          .addObject()
          .put("handler", lane.handler())
          .put("blocked", lane.blocked())
          .put("blockedSince", text(lane.blockedSince()))
          .put("batchesBehind", lane.batchesBehind())
          .put("reason", lane.reason());
    }
  }

  private static void parked(ArrayNode nodes, RelayOverview overview) {
    for (ParkedGroup group : overview.parked()) {
      nodes
          .addObject()
          .put("handler", group.handler())
          .put("state", group.state())
          .put("code", group.code())
          .put("messages", group.messages())
          .put("oldest", group.oldest().toString())
          .put("oldestAgeSeconds", group.ageSeconds());
    }
  }

  private static void orders(ArrayNode nodes, RelayOverview overview) {
    for (OpenOrder order : overview.orders()) {
      nodes
          .addObject()
          .put("order", String.valueOf(order.id()))
          .put("kind", order.kind())
          .put("handler", order.handler())
          .put("state", order.state())
          .put("orderedAt", order.orderedAt().toString())
          .put("orderedBy", order.orderedBy())
          .put("reason", order.reason())
          .put("outcome", order.outcome());
    }
  }

  private static void actions(ArrayNode nodes, RelayOverview overview) {
    for (RelayAction action : overview.actions()) {
      nodes
          .addObject()
          .put("id", String.valueOf(action.id()))
          .put("takenAt", action.takenAt().toString())
          .put("actor", action.actor())
          .put("source", action.source())
          .put("action", action.action())
          .put("outcome", action.outcome())
          .put("reason", action.reason());
    }
  }

  private static @Nullable String text(@Nullable Object value) {
    return value == null ? null : value.toString();
  }
}
