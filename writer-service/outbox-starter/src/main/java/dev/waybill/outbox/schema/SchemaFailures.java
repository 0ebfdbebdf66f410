package dev.waybill.outbox.schema;

import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says what a database's refusal means for the outbox's tables, by SQLSTATE. */
final class SchemaFailures {

  private static final String RUN_ROLES =
      "Run dev/waybill/outbox/roles.sql once in this database as an administrator, and check"
          + " waybill.outbox.migrator.";

  private SchemaFailures() {}

  /**
   * @param action what could not be done, after "cannot"
   */
  static OutboxSchemaException explain(String action, Throwable failure) {
    String prefix = "cannot " + action + ": ";
    SQLException sql = sqlException(failure);
    String state = sql == null || sql.getSQLState() == null ? "" : sql.getSQLState();
    String said = String.valueOf(sql == null ? failure.getMessage() : sql.getMessage());
    String reason = said.lines().findFirst().orElse("").replaceAll("\\.$", "");
    return new OutboxSchemaException(prefix + reason, remedy(state), failure);
  }

  private static String remedy(String state) {
    if (state.startsWith("08") || state.startsWith("57P")) {
      return "Start PostgreSQL, or correct spring.datasource.url and waybill.outbox.migrator.url.";
    }
    if (state.startsWith("28")) {
      return "Correct the user name and password of spring.datasource and"
          + " waybill.outbox.migrator; dev/waybill/outbox/roles.sql makes the roles.";
    }
    return switch (state.toUpperCase(Locale.ROOT)) {
      case "3D000" -> "Create the database, then run dev/waybill/outbox/roles.sql in it.";
      case "42501", "42704" -> RUN_ROLES;
      case "55P03" ->
          "Let the transactions that have staged and are open come to their end, then start again:"
              + " nothing was changed.";
      case "55006" -> "Let the relay finish it, then start again: nothing was changed.";
      default -> "Correct the cause and start again: nothing was left half done.";
    };
  }

  private static @Nullable SQLException sqlException(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return sql;
      }
    }
    return null;
  }
}
