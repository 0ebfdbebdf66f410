package dev.waybill.relay.status;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL's refusal asks for, judged by its SQLSTATE (PostgreSQL manual, appendix "Error
 * Codes"). The engine and the connection pool take every one for an outage.
 */
public enum StoreRefusal {
  /** It is away, starts, stops, has no room or broke off: it ends without anybody's help. */
  OUTAGE("waiting for it; check the address and the network if it stays"),
  /** The login was refused. */
  CREDENTIALS(
      "set waybill.relay.database.username and .password to a login that pg_hba.conf allows;"
          + " a changed password needs a restart of the relay"),
  /** There is no such database on this server. */
  NO_DATABASE("correct waybill.relay.database.url, or create the database; waiting for it"),
  /** The role lacks a right. */
  RIGHTS(
      "as the owner: grant the relay's role what dev/waybill/outbox/roles.sql and the migrations"
          + " grant; waiting for it"),
  /** A table, column, function or schema is not there as this version needs it. */
  SCHEMA(
      "run the relay once with waybill.relay.schema=migrate and the migrator's credentials;"
          + " waiting for it"),
  /** Anything else that the server said to a statement. */
  OTHER("starting over; nothing is lost");

  private final String remedy;

  StoreRefusal(String remedy) {
    this.remedy = remedy;
  }

  /**
   * Judges the innermost failure that comes from the database; one without a SQLSTATE is an outage.
   */
  public static StoreRefusal of(Throwable failure) {
    StoreRefusal refusal = OTHER;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        refusal = of(sql.getSQLState());
      }
    }
    return refusal;
  }

  private static StoreRefusal of(@Nullable String state) {
    if (state == null || state.length() != 5) {
      return OUTAGE;
    }
    return switch (state) {
      case "08004" -> CREDENTIALS;
      case "42501" -> RIGHTS;
      case "42P01", "42703", "42883", "3F000" -> SCHEMA;
      case "3D000" -> NO_DATABASE;
      default ->
          switch (state.substring(0, 2)) {
            case "08", "53", "57", "58" -> OUTAGE;
            case "28" -> CREDENTIALS;
            default -> OTHER;
          };
    };
  }

  /** Whether it lasts until somebody acts. */
  public boolean permanent() {
    return this != OUTAGE && this != OTHER;
  }

  /** What a person does about it, or what the relay waits for. */
  public String remedy() {
    return remedy;
  }
}
