package dev.waybill.handler.schema;

import dev.waybill.handler.startup.StartRefusedException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Says what a database's refusal means for the tables, by SQLSTATE. */
final class SchemaFailures {

  private SchemaFailures() {}

  /**
   * @param action what could not be done, after "cannot"
   */
  static StartRefusedException explain(String action, Throwable failure) {
    SQLException sql = sqlException(failure);
    String state = sql == null || sql.getSQLState() == null ? "" : sql.getSQLState();
    String said = String.valueOf(sql == null ? failure.getMessage() : sql.getMessage());
    String reason = said.lines().findFirst().orElse("").replaceAll("\\.$", "");
    return new StartRefusedException("Cannot " + action + ": " + reason, remedy(state), failure);
  }

  private static String remedy(String state) {
    if (state.startsWith("08") || state.startsWith("57P")) {
      return "Start PostgreSQL, or correct spring.datasource.url and waybill.handler.migrator.url.";
    }
    if (state.startsWith("28")) {
      return "Correct the user name and password of spring.datasource and"
          + " waybill.handler.migrator; dev/waybill/handler/roles.sql makes the roles.";
    }
    return switch (state) {
      case "3D000" -> "Create the database, then run dev/waybill/handler/roles.sql in it.";
      case "42501", "42704" ->
          "Run dev/waybill/handler/roles.sql once in this database as an administrator, and check"
              + " waybill.handler.migrator.";
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
