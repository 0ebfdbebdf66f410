package dev.waybill.cli.subscriptions;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Reader;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.HandlerId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Messages that the relay has not brought to a handler's topic, in the writer's database. */
final class Underway {

  private static final String STAGED =
      "SELECT count(*) FROM outbox.message WHERE type = ? AND schema_version = ?";

  /** Of all handlers: the record of a message does not tell them apart. */
  private static final String NOT_DISPATCHED =
      """
      SELECT count(*) FROM outbox.record
      WHERE type = ? AND schema_version = ? AND state IN ('pending', 'processing')
      """;

  /** Of a message whose day is gone, the parked row has the envelope; its names are the wire's. */
  private static final String PARKED =
      """
      SELECT count(*)
      FROM outbox.parked_delivery AS p
      LEFT JOIN outbox.message AS m ON m.seq = p.seq
      WHERE p.handler = ? AND p.state NOT IN ('dispatched', 'resolved')
        AND coalesce(m.type, p.envelope::json ->> 'ce_type') = ?
        AND coalesce(m.schema_version::text, p.envelope::json ->> 'ce_schemaversion') = ?
      """;

  private final DatabaseTarget target;

  Underway(DatabaseTarget target) {
    this.target = target;
  }

  /** Reads whole tables, and so takes a connection of its own that has the time for it. */
  void look(HandlerId handler, MessageType type, List<String> found, List<String> unknown) {
    try (Connection connection = Database.connectForLong(target)) {
      Reader reader = new Reader(connection);
      boolean relay = reader.hasTable("parked_delivery");
      String pending = relay ? NOT_DISPATCHED : STAGED;
      add(found, "messages not dispatched", count(reader, pending, type.name(), type.version()));
      if (relay) {
        String version = String.valueOf(type.version());
        add(found, "parked messages", count(reader, PARKED, handler.value(), type.name(), version));
      }
    } catch (SQLException e) {
      unknown.add(target + ": " + e.getMessage());
    }
  }

  private static long count(Reader reader, String sql, Object... parameters) throws SQLException {
    return reader.one(sql, row -> row.getLong(1), parameters);
  }

  private static void add(List<String> found, String what, long count) {
    if (count > 0) {
      found.add(count + " " + what);
    }
  }
}
