package dev.waybill.cli.connect;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * Opens connections that cannot hang: connecting, logging in, waiting for a lock and reading an
 * answer are each bounded, also against a server that accepts and then says nothing.
 */
public final class Database {

  /** As which the server lists our connections. */
  public static final String APPLICATION = "waybill-cli";

  private static final int CONNECT_SECONDS = 3;
  private static final int READ_SECONDS = 5;
  private static final int STATEMENT_MILLIS = 4_500;
  private static final int LONG_READ_SECONDS = 610;
  private static final int LONG_STATEMENT_MILLIS = 600_000;
  private static final int LOCK_MILLIS = 3_000;

  private Database() {}

  /**
   * A connection for a handful of short statements.
   *
   * @throws SQLException when the server does not answer or refuses
   */
  public static Connection connect(DatabaseTarget target) throws SQLException {
    return connect(target, properties(target), STATEMENT_MILLIS);
  }

  /**
   * A connection for statements that read whole tables: ten minutes each, and no more.
   *
   * @throws SQLException when the server does not answer or refuses
   */
  public static Connection connectForLong(DatabaseTarget target) throws SQLException {
    Properties properties = properties(target);
    properties.setProperty("socketTimeout", String.valueOf(LONG_READ_SECONDS));
    return connect(target, properties, LONG_STATEMENT_MILLIS);
  }

  private static Connection connect(DatabaseTarget target, Properties properties, int millis)
      throws SQLException {
    Connection connection = DriverManager.getConnection(target.url(), properties);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET statement_timeout = " + millis);
      statement.execute("SET lock_timeout = " + LOCK_MILLIS);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * A connection in the replication protocol, which only a role that may replicate can open.
   *
   * @throws SQLException when the server does not answer or refuses
   */
  public static Connection connectForReplication(DatabaseTarget target) throws SQLException {
    Properties properties = properties(target);
    properties.setProperty("replication", "database");
    properties.setProperty("preferQueryMode", "simple");
    properties.setProperty("assumeMinServerVersion", "9.4");
    return DriverManager.getConnection(target.url(), properties);
  }

  private static Properties properties(DatabaseTarget target) {
    Properties properties = new Properties();
    properties.setProperty("user", target.user());
    if (target.password() != null) {
      properties.setProperty("password", target.password());
    }
    properties.setProperty("ApplicationName", APPLICATION);
    properties.setProperty("connectTimeout", String.valueOf(CONNECT_SECONDS));
    properties.setProperty("loginTimeout", String.valueOf(READ_SECONDS));
    properties.setProperty("socketTimeout", String.valueOf(READ_SECONDS));
    return properties;
  }
}
