package dev.waybill.benchmarks.failover;

import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Two relays of one name, one of which streams. Closing it leaves the stack as it was. */
final class RelayPair implements AutoCloseable {

  private static final String ADDED = "relay-2";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Service first;
  private final Service added;
  private final DataSource database;

  private RelayPair(Service first, Service added, DataSource database) {
    this.first = first;
    this.added = added;
    this.database = database;
  }

  /** Starts the second one. */
  static RelayPair on(Stack stack) {
    Service added = stack.addRelay(ADDED);
    added.awaitReady();
    return new RelayPair(stack.relay(), added, stack.database(Role.RELAY));
  }

  /**
   * The one that holds the lease, once both are ready.
   *
   * @throws IllegalStateException when neither does
   */
  Service leader() throws Exception {
    first.awaitReady();
    added.awaitReady();
    if (!Waiting.until(() -> holder().isPresent(), PATIENCE)) {
      throw new IllegalStateException("no relay holds the lease");
    }
    return holder().orElseThrow();
  }

  @Override
  public void close() {
    added.close();
    if (!first.isAlive()) {
      first.start();
    }
    first.awaitReady();
  }

  private Optional<Service> holder() throws SQLException {
    List<String> owners = owners();
    return Stream.of(first, added)
        .filter(relay -> owners.stream().anyMatch(owner -> owner.startsWith(relay.pid() + "@")))
        .findFirst();
  }

  /** By default an owner's name begins with its process number. */
  private List<String> owners() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT lease_owner FROM outbox.relay_lease"
                    + " WHERE lease_owner IS NOT NULL AND processing_started_at IS NOT NULL")) {
      return rows.next() ? List.of(rows.getString(1)) : List.of();
    }
  }
}
