package dev.waybill.handler.inbox;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.record.ReplayId;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Takes replayed copies and remembers what became of each. Thread-safe. */
public final class ReplayTable {

  /** Locked, so that it is not claimed or purged meanwhile. */
  private static final String STATE =
      """
      SELECT state FROM inbox.delivery WHERE handler = ? AND message_id = ? FOR UPDATE
      """;

  private static final String SEEN =
      """
      SELECT true FROM inbox.replay WHERE handler = ? AND message_id = ? AND replay_id = ?
      """;

  private static final String NOTE =
      """
      INSERT INTO inbox.replay (handler, message_id, replay_id, outcome) VALUES (?, ?, ?, ?)
      ON CONFLICT (handler, message_id, replay_id) DO NOTHING
      """;

  private static final String REOPEN =
      """
      UPDATE inbox.delivery
      SET state = 'pending', attempt = 0, next_attempt_at = clock_timestamp()
      WHERE handler = ? AND message_id = ? AND state = 'dead_letter'
      """;

  /** When the message's id was made, by the clock of the database. */
  private static final String AGE =
      "SELECT extract(epoch FROM clock_timestamp() - to_timestamp(?::double precision / 1000))";

  private final JdbcClient jdbc;
  private final Duration memory;

  /**
   * @param memory so far back the inbox knows what was handled
   */
  public ReplayTable(DataSource dataSource, Duration memory) {
    this.jdbc = JdbcClient.create(dataSource);
    this.memory = memory;
  }

  /** What becomes of a replayed copy. */
  public enum Outcome {
    /** It is a repeat of a copy that was dealt with. */
    REPEATED,
    /** The dead delivery was opened again: keep the bytes. */
    REOPENED,
    /** The inbox never saw the message, and would remember: take it in. */
    UNKNOWN,
    ALREADY_DONE,
    IN_PROGRESS,
    /** So old that it may have been handled and forgotten. */
    REFUSED
  }

  /** Decides and notes it, in the caller's transaction. */
  public Outcome take(HandlerId handler, MessageId message, ReplayId replay) {
    UUID id = message.value();
    Optional<String> state =
        jdbc.sql(STATE).params(handler.value(), id).query(String.class).optional();
    boolean seen =
        jdbc.sql(SEEN)
            .params(handler.value(), id, replay.value())
            .query(Boolean.class)
            .optional()
            .isPresent();
    if (seen) {
      return Outcome.REPEATED;
    }
    Outcome outcome = state.map(ReplayTable::of).orElseGet(() -> ofUnknown(id));
    if (outcome == Outcome.REOPENED) {
      jdbc.sql(REOPEN).params(handler.value(), id).update();
    }
    jdbc.sql(NOTE).params(handler.value(), id, replay.value(), name(outcome)).update();
    return outcome;
  }

  private static Outcome of(String state) {
    return switch (state) {
      case "dead_letter" -> Outcome.REOPENED;
      case "completed", "skipped_unsupported_version", "ignored" -> Outcome.ALREADY_DONE;
      default -> Outcome.IN_PROGRESS;
    };
  }

  /** The time is in the first 48 bits of a version 7 id; of another id nothing is known. */
  private Outcome ofUnknown(UUID id) {
    if (id.version() != 7) {
      return Outcome.REFUSED;
    }
    long madeAt = id.getMostSignificantBits() >>> 16;
    double age = jdbc.sql(AGE).param(madeAt).query(Double.class).single();
    return age < memory.toSeconds() ? Outcome.UNKNOWN : Outcome.REFUSED;
  }

  private static String name(Outcome outcome) {
    return switch (outcome) {
      case REOPENED, UNKNOWN -> "accepted";
      case ALREADY_DONE -> "already-done";
      case IN_PROGRESS -> "in-progress";
      case REFUSED -> "refused";
      case REPEATED -> throw new IllegalStateException("a repeat is not noted");
    };
  }
}
