package dev.waybill.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalPostgresIT {
  private static LocalPostgres postgres;

  @BeforeAll
  static void start(@TempDir Path folder) {
    postgres = LocalPostgres.builder().directory(folder.resolve("pg")).durable(false).start();
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Test
  void servesLogicalWalOfVersion18() throws SQLException {
    DataSource superuser = postgres.superuser("postgres");

    assertThat(query(superuser, "SHOW wal_level")).isEqualTo("logical");
    assertThat(query(superuser, "SHOW server_version")).startsWith("18");
    assertThat(query(superuser, "SHOW server_encoding")).isEqualTo("UTF8");
    assertThat(query(superuser, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
  }

  @Test
  void rolesLogInWithTheirPasswordsOnly() throws SQLException {
    postgres.createDatabase("roles");
    postgres.createRoles(
        "roles",
        "CREATE ROLE clerk LOGIN; GRANT CREATE ON DATABASE roles TO clerk",
        Map.of("clerk", "it's"));

    assertThat(query(postgres.dataSource("roles", "clerk", "it's"), "SELECT current_user"))
        .isEqualTo("clerk");
    assertThatThrownBy(() -> query(postgres.dataSource("roles", "clerk", "no"), "SELECT 1"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void keepsCommittedRowsThroughEveryWayOfStopping() throws SQLException {
    postgres.createDatabase("restarts");
    execute("restarts", "CREATE TABLE stop (mode text)");
    int port = postgres.port();

    for (StopMode mode : StopMode.values()) {
      execute("restarts", "INSERT INTO stop VALUES ('" + mode + "')");
      long before = postgres.pid();
      postgres.restart(mode);
      assertThat(postgres.pid()).isNotEqualTo(before);
    }

    assertThat(postgres.port()).isEqualTo(port);
    assertThat(query(postgres.superuser("restarts"), "SELECT count(*) FROM stop")).isEqualTo("3");
  }

  @Test
  void findsKeptDataAgainAlthoughAForeignProcessHasTheOldNumber(@TempDir Path kept)
      throws Exception {
    try (LocalPostgres first = LocalPostgres.builder().directory(kept).durable(false).start()) {
      first.createDatabase("found");
      first.stop(StopMode.KILL);
    }
    Path pidFile = kept.resolve("data/postmaster.pid");
    String stale = Files.readString(pidFile);
    Files.writeString(
        pidFile, ProcessHandle.current().pid() + stale.substring(stale.indexOf('\n')));

    try (LocalPostgres second = LocalPostgres.builder().directory(kept).durable(false).start()) {
      assertThat(query(second.superuser("found"), "SELECT current_database()")).isEqualTo("found");
    }
  }

  @Test
  void saysThatThePortIsTaken(@TempDir Path other) {
    assertThatThrownBy(() -> LocalPostgres.builder().directory(other).port(postgres.port()).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("port " + postgres.port() + " is taken");
  }

  @Test
  void saysWhatTheServerSaidWhenASettingIsWrong(@TempDir Path other) {
    LocalPostgresBuilder wrong =
        LocalPostgres.builder().directory(other).setting("wal_level", "illogical");

    assertThatThrownBy(wrong::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("invalid value for parameter \"wal_level\"");
  }

  @Test
  void removesTemporaryData() {
    LocalPostgres temporary = LocalPostgres.builder().durable(false).start();
    Path data;
    try {
      data = Path.of(queryUnchecked(temporary, "SHOW data_directory"));
      assertThat(data).exists();
    } finally {
      temporary.close();
    }
    assertThat(data.getParent()).doesNotExist();
  }

  private static String queryUnchecked(LocalPostgres server, String sql) {
    try {
      return query(server.superuser("postgres"), sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(String database, String sql) throws SQLException {
    try (Connection connection = postgres.superuser(database).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }
}
