package dev.waybill.cli.relay;

import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A slot as JSON, also one that is not there. */
final class SlotJson {

  private SlotJson() {}

  static ObjectNode of(String name, Optional<Slot> slot) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", name)
        .put("exists", slot.isPresent())
        .put("active", slot.map(Slot::active).orElse(false))
        .put("lost", slot.map(Slot::lost).orElse(false))
        .put("walStatus", slot.map(Slot::walStatus).orElse(null))
        .put("invalidationReason", slot.map(Slot::invalidationReason).orElse(null))
        .put("retainedBytes", slot.map(Slot::retained).map(String::valueOf).orElse(null));
  }
}
