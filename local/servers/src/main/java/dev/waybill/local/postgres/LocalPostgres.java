package dev.waybill.local.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL 18 server on loopback with {@code wal_level = logical}, from embedded binaries: no
 * Docker, no installation, also as root on Linux. It is a process of its own that ends at the
 * latest with this JVM. Roles log in with passwords (SCRAM). Safe for use from several threads.
 */
public final class LocalPostgres implements AutoCloseable {
  static final String SUPERUSER = "postgres";

  private final Cluster cluster;
  private final Postmaster postmaster;
  private final boolean temporary;

  LocalPostgres(Cluster cluster, Postmaster postmaster, boolean temporary) {
    this.cluster = cluster;
    this.postmaster = postmaster;
    this.temporary = temporary;
  }

  /** Begins to describe a server. */
  public static LocalPostgresBuilder builder() {
    return new LocalPostgresBuilder();
  }

  /** The port, the same for the whole life of this object. */
  public int port() {
    return postmaster.port();
  }

  /** The operating system's number of the postmaster, for signals. */
  public synchronized long pid() {
    return postmaster.pid();
  }

  /** The JDBC address of one database, without user and password. */
  public String jdbcUrl(String database) {
    return postmaster.jdbcUrl(database);
  }

  /** Connections as superuser: for setting up a database, never for what is under test. */
  public DataSource superuser(String database) {
    return dataSource(database, SUPERUSER, cluster.superuserPassword());
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
    run("postgres", "CREATE DATABASE " + quoted(name));
  }

  /** Makes an empty database unless there is one of that name. */
  public void createDatabaseIfMissing(String name) {
    try (Connection connection = superuser("postgres").getConnection();
        PreparedStatement query =
            connection.prepareStatement("SELECT 1 FROM pg_database WHERE datname = ?")) {
      query.setString(1, name);
      if (!query.executeQuery().next()) {
        createDatabase(name);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("cannot look for database " + name, e);
    }
  }

  /** Removes a database, ending the connections to it. Its replication slots must be gone. */
  public void dropDatabase(String name) {
    run("postgres", "DROP DATABASE IF EXISTS " + quoted(name) + " WITH (FORCE)");
  }

  /**
   * Runs a script that makes roles, as superuser, in {@code database}, and gives the roles their
   * passwords. Repeatable if the script is.
   */
  public synchronized void createRoles(
      String database, String rolesSql, Map<String, String> passwordByRole) {
    try (Connection connection = superuser(database).getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(rolesSql);
      for (Map.Entry<String, String> entry : passwordByRole.entrySet()) {
        statement.execute(passwordStatement(connection, entry.getKey(), entry.getValue()));
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make roles in database " + database, e);
    }
  }

  /** Stops the server and waits until it is gone; its data stays. */
  public synchronized void stop(StopMode mode) {
    postmaster.stop(mode);
  }

  /** Starts a stopped server again, on the same data and port, and waits until it answers. */
  public synchronized void start() {
    postmaster.start();
  }

  /** Stops the server in the given way and starts it again. */
  public synchronized void restart(StopMode mode) {
    stop(mode);
    start();
  }

  /** Stops the server; temporary data is removed. */
  @Override
  public synchronized void close() {
    if (postmaster.isRunning()) {
      // Nobody will read temporary data again, so it needs no checkpoint.
      postmaster.stop(temporary ? StopMode.IMMEDIATE : StopMode.FAST);
    }
    if (temporary) {
      cluster.delete();
    }
  }

  private void run(String database, String sql) {
    try (Connection connection = superuser(database).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("failed: " + sql, e);
    }
  }

  private static String passwordStatement(Connection connection, String role, String password)
      throws SQLException {
    // ALTER ROLE takes no parameters, so the server does the quoting.
    try (PreparedStatement quoting =
        connection.prepareStatement("SELECT format('ALTER ROLE %I PASSWORD %L', ?, ?)")) {
      quoting.setString(1, role);
      quoting.setString(2, password);
      ResultSet quoted = quoting.executeQuery();
      quoted.next();
      return quoted.getString(1);
    }
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
