package dev.waybill.handler.operate;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The one owner of {@code inbox.pause}: which handlers people hold, for all instances. Thread-safe.
 */
public final class PauseTable {

  private static final String FIND =
      "SELECT paused_by, paused_at, reason FROM inbox.pause WHERE handler = ?";

  private static final String ADD =
      """
      INSERT INTO inbox.pause (handler, paused_by, reason) VALUES (?, ?, ?)
      ON CONFLICT (handler) DO NOTHING
      """;

  private static final String REMOVE = "DELETE FROM inbox.pause WHERE handler = ?";

  private final JdbcClient jdbc;

  public PauseTable(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /** A handler is held. */
  public record Pause(String by, Instant at, String reason) {

    @Override
    public String toString() {
      return "paused by " + by + " since " + at + ": " + reason;
    }
  }

  public Optional<Pause> find(HandlerId handler) {
    return jdbc.sql(FIND)
        .param(handler.value())
        .query(
            (row, index) ->
                new Pause(
                    row.getString("paused_by"),
                    row.getObject("paused_at", OffsetDateTime.class).toInstant(),
                    row.getString("reason")))
        .optional();
  }

  /** Holds a handler; false when it is held already. */
  public boolean add(HandlerId handler, String by, String reason) {
    return jdbc.sql(ADD).params(handler.value(), by, reason).update() == 1;
  }

  /** Lets it go on; false when it was not held. */
  public boolean remove(HandlerId handler) {
    return jdbc.sql(REMOVE).param(handler.value()).update() == 1;
  }
}
