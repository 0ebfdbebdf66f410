package dev.waybill.cli.schemas;

import dev.waybill.cli.connect.Database;
import dev.waybill.cli.connect.DatabaseTarget;
import dev.waybill.cli.connect.Reader;
import dev.waybill.cli.subscriptions.RevisionTable;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/** Looks at the writer's database: the outbox, what is parked, and who ever subscribed. */
final class DatabaseProofs {

  private static final String OUTBOX = "outbox";
  private static final String PARKED = "parked";
  private static final String HANDLERS = "handlers";
  private static final List<String> PLACES = List.of(OUTBOX, PARKED, HANDLERS);

  private static final String STAGED =
      """
      SELECT count(*) AS messages, coalesce(max(staged_at)::text, '-') AS newest
      FROM outbox.message
      WHERE type = ? AND schema_version = ?
      """;

  /** Of a message whose day is gone, the parked row has the envelope; its names are the wire's. */
  private static final String WAITING =
      """
      SELECT count(*) AS messages
      FROM outbox.parked_delivery AS p
      WHERE p.state NOT IN ('dispatched', 'resolved') AND (
        (p.envelope::json ->> 'ce_type' = ? AND p.envelope::json ->> 'ce_schemaversion' = ?)
        OR EXISTS (
          SELECT FROM outbox.message AS m
          WHERE m.seq = p.seq AND m.type = ? AND m.schema_version = ?))
      """;

  private static final String RELAYS = "SELECT relay FROM outbox.relay_installation ORDER BY relay";

  private final boolean named;
  private final Supplier<DatabaseTarget> target;

  /**
   * @param named whether anybody said which database
   */
  DatabaseProofs(boolean named, Supplier<DatabaseTarget> target) {
    this.named = named;
    this.target = target;
  }

  void look(MessageType type, KnownHandlers handlers, List<Proof> proofs) {
    if (!named) {
      PLACES.forEach(place -> proofs.add(Proof.notProved(place, "name it with --database-url")));
      return;
    }
    DatabaseTarget where = target.get();
    try (Connection connection = Database.connectForLong(where)) {
      Reader reader = new Reader(connection);
      proofs.add(
          reader.one(
              STAGED,
              row ->
                  Proof.counted(
                      OUTBOX,
                      row.getLong("messages"),
                      "messages, the newest staged at " + row.getString("newest")),
              type.name(),
              type.version()));
      proofs.add(parked(reader, type));
      if (reader.hasTable("relay_installation")) {
        reader.list(RELAYS, row -> row.getString("relay")).forEach(handlers::addRelay);
      }
      List<SubscriptionRevision> revisions = new RevisionTable(connection).all();
      revisions.forEach(handlers::addApplied);
      proofs.add(handlers(revisions, handlers));
    } catch (SQLException e) {
      PLACES.stream()
          .filter(place -> proofs.stream().noneMatch(proof -> proof.place().equals(place)))
          .forEach(place -> proofs.add(Proof.notProved(place, where + ": " + e.getMessage())));
    }
  }

  /** A database without a revision is one of which nobody made anything yet, or the wrong one. */
  private static Proof handlers(List<SubscriptionRevision> revisions, KnownHandlers handlers) {
    return revisions.isEmpty()
        ? Proof.notProved(
            HANDLERS, "no revision was ever applied: is this the database of the writer?")
        : new Proof(
            HANDLERS,
            Proof.Verdict.CLEAR,
            revisions.size() + " revisions name " + handlers.handlers());
  }

  private static Proof parked(Reader reader, MessageType type) throws SQLException {
    if (!reader.hasTable("parked_delivery")) {
      return Proof.notProved(PARKED, "no relay is installed there");
    }
    return reader.one(
        WAITING,
        row -> Proof.counted(PARKED, row.getLong("messages"), "messages"),
        type.name(),
        String.valueOf(type.version()),
        type.name(),
        type.version());
  }
}
