package dev.waybill.testsupport.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ServersIT {
  @RegisterExtension static final Servers FIRST = new Servers();
  @RegisterExtension static final Servers SECOND = new Servers();

  @Test
  void givesEachUserItsOwnDatabaseOnOneServer() throws SQLException {
    assertThat(FIRST.database().name()).isNotEqualTo(SECOND.database().name());
    assertThat(address(FIRST)).isEqualTo(address(SECOND));
    assertThat(query(FIRST.database().superuser(), "SELECT current_database()"))
        .isEqualTo(FIRST.database().name());
  }

  @Test
  void logsInAsRolesFromAScript() throws SQLException {
    FIRST.database().createRoles("servers-it-roles.sql", List.of("servers_it_clerk"));

    assertThat(query(FIRST.database().as("servers_it_clerk"), "SELECT current_user"))
        .isEqualTo("servers_it_clerk");
  }

  @Test
  void keepsTopicsApart() {
    String topic = FIRST.topicPrefix() + ".parcels";
    FIRST.createTopic(topic, 3);

    assertThat(FIRST.topics().readAll(topic)).isEmpty();
    assertThat(FIRST.topicPrefix()).startsWith("serversit-").isNotEqualTo(SECOND.topicPrefix());
  }

  @Test
  void dropsADatabaseWithItsSlotAlthoughSomebodyIsConnected() throws SQLException {
    Servers servers = FIRST;
    String name = servers.database().name() + "_short_lived";
    TestDatabase shortLived = TestDatabase.create(servers.shared().postgres(), name);
    try (Connection connection = shortLived.superuser().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_create_logical_replication_slot('short_lived', 'pgoutput')");

      shortLived.drop();

      assertThat(
              query(
                  servers.database().superuser(),
                  "SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'short_lived'"))
          .isEqualTo("0");
    }
  }

  private static String address(Servers servers) {
    String url = servers.database().jdbcUrl();
    return url.substring(0, url.lastIndexOf('/'));
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
