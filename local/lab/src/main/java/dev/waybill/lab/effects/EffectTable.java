package dev.waybill.lab.effects;

import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.TopicHistory;
import dev.waybill.local.history.Writes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * What the lab's handler did, in the order in which it did it. No constraint keeps a message from
 * being there twice, since that is what is looked for.
 */
public final class EffectTable {
  /** Where {@link #announceEffects} announces the id of the message of each effect. */
  public static final String CHANNEL = "lab_effect";

  static final String INSERT =
      "INSERT INTO lab.effect (message_id, partition, aggregate_id) VALUES (?, ?, ?)";

  /** What findings call the table, in place of a topic. */
  private static final String NAME = "effects";

  private static final int FETCH_SIZE = 10_000;

  private final DataSource database;

  /**
   * @param database the handler's database
   */
  public EffectTable(DataSource database) {
    this.database = database;
  }

  /** Makes it, as the role that owns it. Repeatable. */
  void create() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE SCHEMA IF NOT EXISTS lab;
          CREATE TABLE IF NOT EXISTS lab.effect (
            id           bigint      GENERATED ALWAYS AS IDENTITY,
            message_id   uuid        NOT NULL,
            partition    integer     NOT NULL,
            aggregate_id text        NOT NULL
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

  /** Every effect compared with what was committed. */
  public TopicHistory compare(Writes writes) throws SQLException {
    HistoryChecker checker = new HistoryChecker(writes, List.of(NAME));
    try (Connection connection = database.getConnection()) {
      // Without a transaction the driver would fetch everything at once.
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(FETCH_SIZE);
        ResultSet rows =
            statement.executeQuery("SELECT id, message_id, partition FROM lab.effect ORDER BY id");
        while (rows.next()) {
          // An effect does not say whether its message was late: it may be where the message may.
          checker.received(
              new Received(
                  NAME, rows.getInt(3), rows.getLong(1), rows.getObject(2, UUID.class), true));
        }
      }
    }
    History history = checker.history();
    return history.topics().get(0);
  }
}
