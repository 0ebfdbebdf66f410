package dev.waybill.relay.install;

import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.status.StoreRefusal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the server and the publication must allow. */
public final class DatabaseCheck {

  private static final int OLDEST = 17;
  private static final String MEMBERS =
      "outbox.message (seq, message_id, envelope, payload), outbox.relay_heartbeat (beat, relay)";
  private static final Map<String, String> MESSAGE =
      Map.of("seq", "bigint", "message_id", "uuid", "envelope", "text", "payload", "json");
  private static final Map<String, String> HEARTBEAT = Map.of("beat", "bigint", "relay", "text");

  private final RelayProperties relay;
  private final JdbcClient jdbc;

  public DatabaseCheck(RelayProperties relay, JdbcClient jdbc) {
    this.relay = relay;
    this.jdbc = jdbc;
  }

  /**
   * Returns when the database can be reached and decodes its WAL logically.
   *
   * @throws NotReadyException otherwise
   */
  public void requireServer() {
    int version;
    String walLevel;
    try {
      version = Integer.parseInt(show("server_version_num")) / 10_000;
      walLevel = show("wal_level");
    } catch (DataAccessException e) {
      throw unreachable(e);
    }
    if (version < OLDEST) {
      throw new NotReadyException(
          "PostgreSQL " + version + " is older than " + OLDEST, "upgrade the server");
    }
    if (!walLevel.equals("logical")) {
      throw new NotReadyException(
          "wal_level is " + walLevel,
          "ALTER SYSTEM SET wal_level = 'logical' and restart the server");
    }
  }

  /**
   * Proves the right to replicate by connecting, since a managed service may grant it otherwise
   * than by the role's attribute.
   *
   * @throws NotReadyException when the connection is refused
   */
  public void requireReplication() {
    Properties properties = new Properties();
    properties.setProperty("user", relay.database().username());
    properties.setProperty("password", relay.database().password());
    properties.setProperty("replication", "database");
    properties.setProperty("assumeMinServerVersion", "17");
    properties.setProperty("preferQueryMode", "simple");
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("socketTimeout", "10");
    try (Connection connection = DriverManager.getConnection(relay.database().url(), properties)) {
      connection.createStatement().execute("IDENTIFY_SYSTEM");
    } catch (SQLException e) {
      throw new NotReadyException(
          "a replication connection as "
              + relay.database().username()
              + " is refused: "
              + e.getMessage(),
          replicationRemedy(StoreRefusal.of(e)),
          e);
    }
  }

  private String replicationRemedy(StoreRefusal refusal) {
    return refusal == StoreRefusal.RIGHTS
        ? "ALTER ROLE "
            + relay.database().username()
            + " REPLICATION (or what your service grants instead), and allow it in pg_hba.conf"
        : refusal.remedy();
  }

  /**
   * Returns when the publication passes on the outbox and the heartbeat, inserts only, and their
   * columns have the types that the relay reads.
   *
   * @throws NotReadyException otherwise
   */
  public void requirePublication() {
    String name = relay.publication();
    List<Publication> found =
        jdbc.sql(
                """
                SELECT puballtables, pubinsert, pubupdate OR pubdelete OR pubtruncate AS more,
                       pubviaroot
                FROM pg_publication
                WHERE pubname = :name
                """)
            .param("name", name)
            .query((row, index) -> publication(row))
            .list();
    if (found.isEmpty()) {
      throw new NotReadyException(
          "publication " + name + " does not exist",
          "as the migrator: CREATE PUBLICATION "
              + name
              + " FOR TABLE "
              + MEMBERS
              + " WITH (publish = 'insert', publish_via_partition_root = true)");
    }
    if (!found.get(0).equals(new Publication(false, true, false, true))) {
      throw new NotReadyException(
          "publication " + name + " is not for inserts into named tables through the root",
          "as the migrator: ALTER PUBLICATION "
              + name
              + " SET (publish = 'insert', publish_via_partition_root = true);"
              + " never FOR ALL TABLES");
    }
    requireMember("message", MESSAGE);
    requireMember("relay_heartbeat", HEARTBEAT);
  }

  /**
   * Identifies the PostgreSQL cluster and the database in it, as {@code cluster/oid}. Standbys and
   * physical clones share it; a re-created database and one made from a template do not.
   */
  public String systemIdentifier() {
    return jdbc.sql(
            """
            SELECT system_identifier || '/' || oid
            FROM pg_control_system(), pg_database
            WHERE datname = current_database()
            """)
        .query(String.class)
        .single();
  }

  private void requireMember(String table, Map<String, String> columns) {
    Map<String, String> published = published(table);
    if (!published.keySet().containsAll(columns.keySet())) {
      throw new NotReadyException(
          "publication "
              + relay.publication()
              + " passes on "
              + published.keySet()
              + " of outbox."
              + table
              + ", "
              + new TreeSet<>(columns.keySet())
              + " are needed, without a row filter",
          "as the migrator: ALTER PUBLICATION " + relay.publication() + " SET TABLE " + MEMBERS);
    }
    new TreeMap<>(columns)
        .forEach((column, type) -> requireType(table, column, type, published.get(column)));
  }

  /** A value of another type would end the engine at the first row, or be sent as other bytes. */
  private void requireType(String table, String column, String type, @Nullable String found) {
    if (!type.equals(found)) {
      throw new NotReadyException(
          "column " + column + " of outbox." + table + " is " + found + ", " + type + " is needed",
          "as the migrator: ALTER PUBLICATION "
              + relay.publication()
              + " DROP TABLE outbox."
              + table
              + "; ALTER TABLE outbox."
              + table
              + " ALTER COLUMN "
              + column
              + " TYPE "
              + type
              + " USING (what turns its values back); ALTER PUBLICATION "
              + relay.publication()
              + " SET TABLE "
              + MEMBERS);
    }
  }

  /** The types of the columns that are passed on, by their names. */
  private Map<String, String> published(String table) {
    Map<String, String> types = new TreeMap<>();
    jdbc.sql(
            """
            SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type
            FROM pg_publication_tables p
            JOIN pg_attribute a
              ON a.attrelid = format('%I.%I', p.schemaname, p.tablename)::regclass
                AND a.attname = ANY (p.attnames)
            WHERE p.pubname = :name AND p.schemaname = 'outbox' AND p.tablename = :table
              AND p.rowfilter IS NULL
            """)
        .param("name", relay.publication())
        .param("table", table)
        .query(
            row -> {
              types.put(row.getString("attname"), row.getString("type"));
            });
    return types;
  }

  private String show(String setting) {
    return jdbc.sql("SELECT current_setting(:name)")
        .param("name", setting)
        .query(String.class)
        .single();
  }

  private NotReadyException unreachable(DataAccessException e) {
    Throwable cause = e.getMostSpecificCause();
    return new NotReadyException(
        "the database at " + relay.database().url() + " does not answer: " + cause.getMessage(),
        StoreRefusal.of(e).remedy(),
        e);
  }

  private static Publication publication(ResultSet row) throws SQLException {
    return new Publication(
        row.getBoolean("puballtables"),
        row.getBoolean("pubinsert"),
        row.getBoolean("more"),
        row.getBoolean("pubviaroot"));
  }

  private record Publication(boolean allTables, boolean inserts, boolean more, boolean viaRoot) {}
}
