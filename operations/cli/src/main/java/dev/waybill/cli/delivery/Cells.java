package dev.waybill.cli.delivery;

import tools.jackson.databind.JsonNode;

/** What the service says of a delivery, as cells of a table; what is not there is a dash. */
final class Cells {

  private Cells() {}

  static String text(JsonNode node, String member) {
    return node.path(member).asString("-");
  }

  /** What was made of it as a dead letter, and where its topic has it. */
  static String deadLetter(JsonNode delivery) {
    JsonNode letter = delivery.path("deadLetter");
    if (!letter.path("resolution").isString()) {
      return "-";
    }
    String place =
        letter.path("sent").asBoolean()
            ? "at " + text(letter, "partition") + "@" + text(letter, "offset")
            : "not on its topic";
    return text(letter, "resolution") + ", " + place;
  }

  /** Why it failed, the last time. */
  static String error(JsonNode delivery) {
    JsonNode error = delivery.path("error");
    return error.path("code").isString()
        ? text(error, "code") + ": " + text(error, "message")
        : "-";
  }
}
