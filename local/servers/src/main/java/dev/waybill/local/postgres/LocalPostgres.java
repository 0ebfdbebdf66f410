package dev.waybill.local.postgres;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import javax.sql.DataSource;

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

  /** Whether there are embedded binaries for this operating system and processor. */
  public static boolean isAvailableForThisMachine() {
    return Binaries.available();
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

  /** Makes databases and roles on this server. */
  public PostgresSetup setup() {
    return PostgresSetup.of(port(), SUPERUSER, cluster.superuserPassword());
  }

  /** Connections as superuser: for setting up a database, never for what is under test. */
  public DataSource superuser(String database) {
    return setup().superuser(database);
  }

  /** Unpooled connections as a role that was made by {@link #createRoles}. */
  public DataSource dataSource(String database, String role, String password) {
    return setup().dataSource(database, role, password);
  }

  /** Makes an empty database. */
  public void createDatabase(String name) {
    setup().createDatabase(name);
  }

  /** Makes a database that is a copy of another, to which nobody may be connected meanwhile. */
  public void copyDatabase(String template, String name) {
    setup().copyDatabase(template, name);
  }

  /** Removes a database with its replication slots, ending all connections to it. */
  public void dropDatabase(String name) {
    setup().dropDatabase(name);
  }

  /** See {@link PostgresSetup#createRoles}. */
  public synchronized void createRoles(
      String database, String rolesSql, Map<String, String> passwordByRole) {
    setup().createRoles(database, rolesSql, passwordByRole);
  }

  /** The exit code of a server that ended although nobody stopped it; empty while all is well. */
  public synchronized OptionalInt exitCode() {
    return postmaster.exitCode();
  }

  /** The file with the server's output. */
  public Path logFile() {
    return cluster.log();
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
}
