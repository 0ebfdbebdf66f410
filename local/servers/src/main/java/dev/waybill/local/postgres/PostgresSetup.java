package dev.waybill.local.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Makes databases and roles on any PostgreSQL server, as superuser. For setting up, never for what
 * is under test. Safe for use from several threads.
 */
public final class PostgresSetup {
  private static final String MAINTENANCE = "postgres";

  private final PGSimpleDataSource server;

  private PostgresSetup(PGSimpleDataSource server) {
    this.server = server;
  }

  /**
   * Sets up the server at a JDBC address with the superuser in it: {@code
   * jdbc:postgresql://host:port/postgres?user=…&password=…}.
   */
  public static PostgresSetup at(String jdbcUrl) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    return new PostgresSetup(source);
  }

  static PostgresSetup of(int port, String user, String password) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {port});
    source.setUser(user);
    source.setPassword(password);
    return new PostgresSetup(source);
  }

  /** The JDBC address of one database, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(server.getServerNames()[0], server.getPortNumbers()[0], database);
  }

  /** Unpooled connections as superuser. */
  public DataSource superuser(String database) {
    return dataSource(database, server.getUser(), server.getPassword());
  }

  /** Unpooled connections as a role that was made by {@link #createRoles}. */
  public DataSource dataSource(String database, String role, String password) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl(database));
    source.setUser(role);
    source.setPassword(password);
    return source;
  }

  /** Makes an empty database. */
  public void createDatabase(String name) {
    inDatabase(
        MAINTENANCE,
        statement ->
            statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(name, true)));
  }

  /** Makes a database that is a copy of another, to which nobody may be connected meanwhile. */
  public void copyDatabase(String template, String name) {
    inDatabase(
        MAINTENANCE,
        statement ->
            statement.execute(
                "CREATE DATABASE "
                    + statement.enquoteIdentifier(name, true)
                    + " TEMPLATE "
                    + statement.enquoteIdentifier(template, true)));
  }

  /** Makes an empty database unless there is one of that name. */
  public void createDatabaseIfMissing(String name) {
    inDatabase(
        MAINTENANCE,
        statement -> {
          String query =
              "SELECT 1 FROM pg_database WHERE datname = " + statement.enquoteLiteral(name);
          try (ResultSet found = statement.executeQuery(query)) {
            if (found.next()) {
              return;
            }
          }
          statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(name, true));
        });
  }

  /** Removes a database with its replication slots, ending all connections to it. */
  public void dropDatabase(String name) {
    inDatabase(
        MAINTENANCE,
        statement -> {
          String database = statement.enquoteLiteral(name);
          // An active slot cannot be dropped: end its reader, who is gone a moment later.
          statement.execute(
              "SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots"
                  + " WHERE active AND database = "
                  + database);
          statement.execute(
              "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                  + " WHERE database = "
                  + database);
          statement.execute(
              "DROP DATABASE IF EXISTS "
                  + statement.enquoteIdentifier(name, true)
                  + " WITH (FORCE)");
        });
  }

  /**
   * Runs a script that makes roles, as superuser, in {@code database}, and gives the roles their
   * passwords. Repeatable if the script is.
   */
  public synchronized void createRoles(
      String database, String rolesSql, Map<String, String> passwordByRole) {
    inDatabase(
        database,
        statement -> {
          statement.execute(rolesSql);
          for (Map.Entry<String, String> role : passwordByRole.entrySet()) {
            statement.execute(
                "ALTER ROLE %s PASSWORD %s"
                    .formatted(
                        statement.enquoteIdentifier(role.getKey(), true),
                        statement.enquoteLiteral(role.getValue())));
          }
        });
  }

  private void inDatabase(String database, Work work) {
    try (Connection connection = superuser(database).getConnection();
        Statement statement = connection.createStatement()) {
      work.run(statement);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot set up database " + database, e);
    }
  }

  private interface Work {
    void run(Statement statement) throws SQLException;
  }
}
