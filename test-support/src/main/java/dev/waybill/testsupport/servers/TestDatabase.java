package dev.waybill.testsupport.servers;

import dev.waybill.local.postgres.PostgresSetup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * A database of one test class and the ways into it. Roles belong to the whole server, so every
 * class gives them the same password, {@link #PASSWORD}.
 */
public final class TestDatabase {
  /** Of every role that a test makes. */
  public static final String PASSWORD = "test-password";

  private final PostgresSetup server;
  private final String name;

  private TestDatabase(PostgresSetup server, String name) {
    this.server = server;
    this.name = name;
  }

  static TestDatabase create(PostgresSetup server, String name) {
    server.createDatabase(name);
    return new TestDatabase(server, name);
  }

  /** The name of the database. */
  public String name() {
    return name;
  }

  /** The JDBC address, without user and password. */
  public String jdbcUrl() {
    return server.jdbcUrl(name);
  }

  /** Connections as superuser: for setting up, never for what is under test. */
  public DataSource superuser() {
    return server.superuser(name);
  }

  /** Connections as a role that was made here. */
  public DataSource as(String role) {
    return server.dataSource(name, role, PASSWORD);
  }

  /**
   * Runs a script from the class path that makes {@code roles}, such as {@code
   * dev/waybill/outbox/roles.sql}, and gives each the test password.
   */
  public void createRoles(String resource, List<String> roles) {
    Map<String, String> passwords =
        roles.stream().collect(Collectors.toMap(role -> role, role -> PASSWORD));
    server.createRoles(name, text(resource), passwords);
  }

  void drop() {
    server.dropDatabase(name);
  }

  private static String text(String resource) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("not on the class path: " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
