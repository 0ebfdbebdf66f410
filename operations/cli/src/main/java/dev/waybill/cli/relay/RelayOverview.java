package dev.waybill.cli.relay;

import dev.waybill.cli.connect.Reader;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** One look at a relay, from its database. */
record RelayOverview(
    String relay,
    Optional<Installed> installed,
    Optional<Lease> lease,
    List<RelayProcess> processes,
    Optional<Slot> slot,
    List<Lane> lanes,
    List<ParkedGroup> parked,
    List<OpenOrder> orders,
    List<RelayAction> actions) {

  static RelayOverview read(Reader reader, String relay) throws SQLException {
    RelayTables tables = new RelayTables(reader, relay);
    WorkTables work = new WorkTables(reader, relay);
    Optional<Installed> installed = tables.installed();
    Optional<Lease> lease = tables.lease();
    if (installed.isEmpty() && lease.isEmpty()) {
      return new RelayOverview(
          relay,
          installed,
          lease,
          tables.processes(),
          Optional.empty(),
          List.of(),
          List.of(),
          List.of(),
          List.of());
    }
    return new RelayOverview(
        relay,
        installed,
        lease,
        tables.processes(),
        installed.isEmpty() ? Optional.empty() : tables.slot(installed.get().slot()),
        work.lanes(),
        work.parked(),
        work.orders(),
        work.actions());
  }

  /** Whether a relay of the name ever ran here. */
  boolean known() {
    return installed.isPresent() || lease.isPresent();
  }
}
