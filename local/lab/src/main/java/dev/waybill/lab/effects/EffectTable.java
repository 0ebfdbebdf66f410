package dev.waybill.lab.effects;

import dev.waybill.lab.check.Waiting;
import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.TopicHistory;
import dev.waybill.local.history.Writes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What the lab's handler did, in the order in which it did it. No constraint keeps a message from
 * being there twice, since that is what is looked for.
 */
public final class EffectTable {
  /** Where {@link #announceEffects} announces the id of the message of each effect. */
  public static final String CHANNEL = "lab_effect";

  private static final String INSERT =
      "INSERT INTO lab.effect (message_id, partition, aggregate_id) VALUES (?, ?, ?)";

  /** Rows are counted only when enough were written, which costs nothing to know. */
  private static final String COUNT =
      """
      SELECT CASE
        WHEN pg_sequence_last_value('lab.effect_id_seq') >= ? THEN (SELECT count(*) FROM lab.effect)
        ELSE 0
      END
      """;

  /** What findings call the table, in place of a topic. */
  private static final String NAME = "effects";

  private static final int FETCH_SIZE = 10_000;
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final DataSource database;

  /**
   * @param database the handler's database; to wait or to make the table, as the role that owns it
   */
  public EffectTable(DataSource database) {
    this.database = database;
  }

  /** Writes the effect of a message in the caller's transaction. */
  public static void insert(JdbcClient jdbc, UUID message, int partition, String aggregate) {
    jdbc.sql(INSERT).params(message, partition, aggregate).update();
  }

  /** Makes it. Repeatable. */
  public void create() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE SCHEMA IF NOT EXISTS lab;
          CREATE TABLE IF NOT EXISTS lab.effect (
            id           bigint      GENERATED ALWAYS AS IDENTITY,
            message_id   uuid        NOT NULL,
            partition    integer     NOT NULL,
            aggregate_id text        NOT NULL,
            at           timestamptz NOT NULL DEFAULT clock_timestamp()
          );
          GRANT USAGE ON SCHEMA lab TO waybill_handler;
          GRANT SELECT, INSERT ON lab.effect TO waybill_handler;
          """);
    }
  }

  /** Lets listeners be told of each effect when it is committed; to be done as the owner. */
  public void announceEffects() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE OR REPLACE FUNCTION lab.announce_effect() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            PERFORM pg_notify('%s', NEW.message_id::text);
            RETURN NULL;
          END
          $$;
          CREATE OR REPLACE TRIGGER announce AFTER INSERT ON lab.effect
            FOR EACH ROW EXECUTE FUNCTION lab.announce_effect();
          """
              .formatted(CHANNEL));
    }
  }

  /**
   * Waits until so many effects are committed, looking twice a second, since whoever is measured
   * needs the database.
   *
   * @param worked whether somebody still works; when nobody does, waiting is in vain
   * @return whether there were as many before the time was over
   */
  public boolean await(long count, BooleanSupplier worked, Duration timeout) throws Exception {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(COUNT)) {
      query.setLong(1, count);
      Waiting.until(() -> !worked.getAsBoolean() || number(query) >= count, timeout, LOOK_EVERY);
      return number(query) >= count;
    }
  }

  /** Every effect compared with what was committed. */
  public TopicHistory compare(Writes writes) throws SQLException {
    return compare(writes, effect -> {});
  }

  /**
   * Every effect compared with what was committed.
   *
   * @param each told of each effect, in the order in which they were written
   */
  public TopicHistory compare(Writes writes, Consumer<Effect> each) throws SQLException {
    HistoryChecker checker = new HistoryChecker(writes, List.of(NAME));
    forEach(
        effect -> {
          // An effect does not say whether its message was late: it may be where the message may.
          checker.received(
              new Received(NAME, effect.partition(), effect.number(), effect.message(), true));
          each.accept(effect);
        });
    History history = checker.history();
    return history.topics().get(0);
  }

  private void forEach(Consumer<Effect> action) throws SQLException {
    try (Connection connection = database.getConnection()) {
      // Without a transaction the driver would fetch everything at once.
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(FETCH_SIZE);
        ResultSet rows =
            statement.executeQuery(
                "SELECT id, message_id, partition, at FROM lab.effect ORDER BY id");
        while (rows.next()) {
          action.accept(
              new Effect(
                  rows.getLong(1),
                  rows.getObject(2, UUID.class),
                  rows.getInt(3),
                  rows.getObject(4, OffsetDateTime.class).toInstant()));
        }
      }
    }
  }

  private static long number(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }
}
