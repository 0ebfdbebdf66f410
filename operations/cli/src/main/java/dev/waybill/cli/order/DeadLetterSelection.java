package dev.waybill.cli.order;

import dev.waybill.cli.connect.QueryString;
import dev.waybill.cli.connect.Server;
import dev.waybill.cli.terminal.Table;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Which dead letters of the relay are meant, and how they are shown. */
final class DeadLetterSelection {

  @Option(names = "--handler", paramLabel = "NAME", description = "Only those of one handler.")
  private @Nullable String handler;

  @Option(
      names = "--cause",
      paramLabel = "CODE",
      description = "Only those of one cause: too-large, behind, undecodable.")
  private @Nullable String cause;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many. Default: ${DEFAULT-VALUE}.",
      defaultValue = "100")
  private int limit = 100;

  JsonNode find(Server relay) {
    return relay.get(
        new QueryString("/relay/dead-letters")
            .with("limit", limit)
            .with("handler", handler)
            .with("cause", cause)
            .toString());
  }

  static Table table(Iterable<JsonNode> letters) {
    Table table =
        new Table(
            "handler", "message", "seq", "cause", "attempts", "behind", "parked", "last error");
    for (JsonNode letter : letters) {
      table.row(
          letter.path("handler").asString(""),
          letter.path("messageId").asString(""),
          letter.path("seq").asString(""),
          letter.path("cause").asString(""),
          letter.path("attempts").asString(""),
          letter.path("behind").asString(""),
          letter.path("parkedAt").asString(""),
          letter.path("lastError").asString(""));
    }
    return table;
  }
}
