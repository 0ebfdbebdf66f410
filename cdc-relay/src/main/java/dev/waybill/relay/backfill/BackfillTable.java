package dev.waybill.relay.backfill;

import dev.waybill.relay.backfill.BackfillRow.Done;
import dev.waybill.relay.backfill.BackfillRow.Span;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Owns {@code outbox.relay_backfill}. Joins the caller's transaction. */
public final class BackfillTable {

  private final JdbcClient jdbc;

  public BackfillTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Adds the terms of an order. */
  void add(long order, BackfillPlan plan) {
    jdbc.sql(
            """
            INSERT INTO outbox.relay_backfill (
              order_id, types, from_at, to_at, rate, from_seq, position)
            VALUES (:order, :types, :from, :to, :rate, :fromSeq, :fromSeq)
            """)
        .param("order", order)
        .param("types", plan.types().toArray(String[]::new))
        .param("from", timestamp(plan.from()))
        .param("to", timestamp(plan.to()))
        .param("rate", plan.rate())
        .param("fromSeq", plan.fromSeq())
        .update();
  }

  /** The terms and progress of an order that is there. */
  public BackfillRow row(long order) {
    return jdbc.sql(
            """
            SELECT order_id, types, from_at, to_at, rate, from_seq, position, through_seq, sent,
                   skipped
            FROM outbox.relay_backfill
            WHERE order_id = :order
            """)
        .param("order", order)
        .query((row, index) -> row(row))
        .single();
  }

  /** Fixes the last number that is looked at. */
  public void begin(long order, long through) {
    jdbc.sql("UPDATE outbox.relay_backfill SET through_seq = :through WHERE order_id = :order")
        .param("through", through)
        .param("order", order)
        .update();
  }

  /** Every number up to {@code position} was looked at, with these results. */
  public void advance(long order, long position, Done more) {
    jdbc.sql(
            """
            UPDATE outbox.relay_backfill
            SET position = :position, sent = sent + :sent, skipped = skipped + :skipped
            WHERE order_id = :order
            """)
        .param("position", position)
        .param("sent", more.sent())
        .param("skipped", more.skipped())
        .param("order", order)
        .update();
  }

  private static BackfillRow row(ResultSet row) throws SQLException {
    OffsetDateTime to = row.getObject("to_at", OffsetDateTime.class);
    return new BackfillRow(
        row.getLong("order_id"),
        texts(row.getArray("types")),
        row.getObject("from_at", OffsetDateTime.class).toInstant(),
        to == null ? null : to.toInstant(),
        row.getInt("rate"),
        new Span(
            row.getLong("from_seq"),
            row.getLong("position"),
            row.getObject("through_seq", Long.class)),
        new Done(row.getLong("sent"), row.getLong("skipped")));
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  private static @Nullable OffsetDateTime timestamp(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}
