package dev.waybill.lab.fault;

import dev.waybill.lab.stack.Service;
import dev.waybill.lab.stack.Stack;
import dev.waybill.local.postgres.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What faults strike: the parts of a stack with several relays of one name. */
public final class Site {
  private final Stack stack;
  private final List<LinkedRelay> relays;
  private final Service handler;
  private final MissedMessages missed = new MissedMessages();

  /**
   * @param relays at least two
   */
  public Site(Stack stack, List<LinkedRelay> relays, Service handler) {
    this.stack = stack;
    this.relays = List.copyOf(relays);
    this.handler = handler;
  }

  /** All relays. */
  public List<LinkedRelay> relays() {
    return relays;
  }

  /** What slots that were made anew by hand will not bring. */
  public MissedMessages missed() {
    return missed;
  }

  /** The processes that may end, and that whatever runs them would start again. */
  public List<Service> services() {
    return Stream.concat(relays.stream().map(LinkedRelay::service), Stream.of(handler)).toList();
  }

  Service handler() {
    return handler;
  }

  Service broker() {
    return stack.broker();
  }

  LocalPostgres postgres() {
    return stack.postgres();
  }

  Superuser superuser() {
    return new Superuser(stack.superuser());
  }

  Slot slot() {
    return new Slot(stack.superuser());
  }

  /** The relay that holds the lease, or the first other one. */
  LinkedRelay relay(Standing standing) {
    LinkedRelay active = active().orElse(relays.get(0));
    return standing == Standing.ACTIVE
        ? active
        : relays.stream().filter(relay -> !relay.equals(active)).findFirst().orElseThrow();
  }

  /** The owner begins with the process id, as the JVM gives it. */
  private Optional<LinkedRelay> active() {
    String sql = "SELECT lease_owner FROM outbox.relay_lease WHERE lease_owner IS NOT NULL";
    try (Connection connection = stack.superuser().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      String owner = row.next() ? row.getString(1) : "";
      return relays.stream()
          .filter(relay -> owner.startsWith(relay.service().pid() + "@"))
          .findFirst();
    } catch (SQLException e) {
      // The server is not there: nobody is active.
      return Optional.empty();
    }
  }
}
