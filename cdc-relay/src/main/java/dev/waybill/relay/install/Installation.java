package dev.waybill.relay.install;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.settings.DatabaseAddress;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.status.Progress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Owns {@code outbox.relay_installation} and the replication slot. The marker is written before the
 * slot is created, so that a missing slot is a first start only while nothing was ever streamed.
 */
public final class Installation {

  private static final Logger LOG = LoggerFactory.getLogger(Installation.class);

  /** Of the WAL that is written now: the control file has the old one until a checkpoint ends. */
  private static final String TIMELINE =
      "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint";

  private final RelayProperties relay;
  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final LeaseTable leases;
  private final Progress progress;
  private final ReplicationSlot slot;

  public Installation(
      RelayProperties relay,
      JdbcClient jdbc,
      TransactionOperations transactions,
      LeaseTable leases,
      Progress progress) {
    this.relay = relay;
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.leases = leases;
    this.progress = progress;
    this.slot = new ReplicationSlot(jdbc, relay.slotName());
  }

  /**
   * Returns when the slot is there and ours, or was never needed yet. Asked before anything in
   * Kafka is touched, so that a clone of the database that came without its slot fences nobody.
   *
   * @throws NotReadyException when the slot is missing, lost or foreign
   */
  public void requireOwnSlot(String systemIdentifier) {
    Marker marker = marker(systemIdentifier);
    Optional<ReplicationSlot.State> found = slot.find();
    if (found.isEmpty()) {
      requireCreatable(marker);
    } else if (!(found.get().isLost() && mayReplace(marker))) {
      found.get().requireOwn();
    }
  }

  /**
   * Returns when the slot is there, usable and free; creates it at the first start.
   *
   * @return where streaming begins
   * @throws NotReadyException when the slot is lost, foreign or in use
   */
  public StreamStart ensureSlot(FencingToken token, String systemIdentifier) {
    Marker marker = marker(systemIdentifier);
    Optional<ReplicationSlot.State> found = slot.find();
    if (found.isPresent() && found.get().isLost() && mayReplace(marker)) {
      found.get().requireOurs();
      recover(token, "the server gave up slot " + relay.slotName() + ": " + found.get().loss());
      slot.dropLost();
      return ensureSlot(token, systemIdentifier);
    }
    if (found.isEmpty()) {
      requireCreatable(marker);
      if (marker.caughtUp()) {
        recover(token, "slot " + relay.slotName() + " was gone");
        return ensureSlot(token, systemIdentifier);
      }
      slot.create();
    }
    ReplicationSlot.State ready = slot.find().orElseThrow(this::replaced);
    ready.requireOwn();
    ready.requireFree();
    remember(token);
    return new StreamStart(ready.confirmed(), marker.caughtUp());
  }

  /** By itself where it may, and wherever an operator said so. */
  private boolean mayReplace(Marker marker) {
    return recoversByItself() || !marker.caughtUp();
  }

  private boolean recoversByItself() {
    return relay.recovery() == RelayProperties.Recovery.AUTOMATIC;
  }

  /** From now on every row is dispatched from the table before the stream goes on. */
  private void recover(FencingToken token, String why) {
    recover(token, why, () -> {});
    LOG.error(
        "Relay {}: {}. It makes a new slot and publishes what the old one would have brought from"
            + " the table; nothing is lost. See runbooks/slot-lost.md",
        relay.name(),
        why);
  }

  private void recover(FencingToken token, String why, Runnable step) {
    guarded(
        token,
        () -> {
          jdbc.sql("UPDATE outbox.relay_installation SET caught_up_at = NULL WHERE relay = :relay")
              .param("relay", relay.name())
              .update();
          jdbc.sql(
                  """
                  INSERT INTO outbox.relay_action (
                    relay, actor, roles, source, action, reason, outcome)
                  VALUES (:relay, :owner, 'relay', 'relay', 'recover', :why, 'begun')
                  """)
              .param("relay", relay.name())
              .param("owner", token.owner())
              .param("why", why)
              .update();
          step.run();
        });
    progress.recovered();
  }

  /**
   * Moves the slot past what cannot be decoded, where the relay may do so by itself: the next start
   * publishes the gap from the table. A new slot would have to wait for every transaction that is
   * open. Under the lease's row, so that a process that was frozen moves no successor's slot.
   *
   * @return whether it did; not while a server process still holds the slot
   */
  public boolean passOver(FencingToken token, String why) {
    if (!recoversByItself() || slot.find().filter(ReplicationSlot.State::isFree).isEmpty()) {
      return false;
    }
    recover(token, why, slot::advance);
    LOG.error(
        "Relay {}: {}. The slot is moved on, and what it would have brought is published from the"
            + " table; nothing is lost. See runbooks/relay-not-ready.md",
        relay.name(),
        why);
    return true;
  }

  /** Where the slot is, so that its absence can be told from a copy of the database. */
  private void remember(FencingToken token) {
    guarded(
        token,
        () ->
            jdbc.sql(
                    """
                    UPDATE outbox.relay_installation
                    SET address = :address,
                        timeline = %s
                    WHERE relay = :relay
                    """
                        .formatted(TIMELINE))
                .param("address", address())
                .param("relay", relay.name())
                .update());
  }

  private String address() {
    DatabaseAddress address = relay.database().address();
    return address.host() + ":" + address.port() + "/" + address.database();
  }

  /**
   * Returns when the slot is still the one that was checked: the engine creates a missing slot by
   * itself, and what was staged in between would be skipped. Asked before the first confirmation.
   *
   * @throws NotReadyException when the slot was replaced; the gap is then dispatched from the table
   */
  public void requireUnmoved(FencingToken token, StreamStart start) {
    if (slot.find().filter(found -> found.confirmed().equals(start.confirmed())).isEmpty()) {
      mustCatchUp(token);
      throw replaced();
    }
  }

  /** Every row older than the slot was dispatched: from now on a missing slot is lost. */
  public void caughtUp(FencingToken token) {
    mark(token, "clock_timestamp()");
  }

  /** Rows may be missing from the stream: the next start dispatches from the table. */
  public void mustCatchUp(FencingToken token) {
    mark(token, "NULL");
  }

  /** No row up to this number is missing from the ledger. */
  public long verifiedThrough() {
    return jdbc.sql("SELECT verified_seq FROM outbox.relay_installation WHERE relay = :relay")
        .param("relay", relay.name())
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  /**
   * Returns when the writer's numbers go on from where they were. In a re-created or restored table
   * they may begin again. The ledger tells messages of one number apart by when they were staged;
   * all else goes by the number: what is looked at again, and in which order.
   *
   * @throws NotReadyException when they begin again
   */
  public void requireNumbersGoOn() {
    new OutboxNumbers(jdbc, relay.name()).requireGoOn();
  }

  /** Names the outbox's table and its sequence; otherwise when one was made anew or restarted. */
  public String outbox() {
    return new OutboxNumbers(jdbc, relay.name()).identity();
  }

  /** The outbox of which rows were last looked for, by its name; empty before the first time. */
  public Optional<String> knownOutbox() {
    return jdbc.sql("SELECT outbox FROM outbox.relay_installation WHERE relay = :relay")
        .param("relay", relay.name())
        .query((row, index) -> Optional.ofNullable(row.getString("outbox")))
        .optional()
        .flatMap(known -> known);
  }

  /** No row of this outbox is missing that was there before the relay knew it. */
  public void knows(FencingToken token, String outbox) {
    guarded(
        token,
        () ->
            jdbc.sql("UPDATE outbox.relay_installation SET outbox = :outbox WHERE relay = :relay")
                .param("outbox", outbox)
                .param("relay", relay.name())
                .update());
  }

  /** Remembers up to which number no row is missing. */
  public void verified(FencingToken token, long seq) {
    guarded(
        token,
        () ->
            jdbc.sql(
                    "UPDATE outbox.relay_installation SET verified_seq = :seq WHERE relay = :relay")
                .param("seq", seq)
                .param("relay", relay.name())
                .update());
  }

  private void mark(FencingToken token, String caughtUpAt) {
    guarded(
        token,
        () ->
            jdbc.sql(
                    "UPDATE outbox.relay_installation SET caught_up_at = "
                        + caughtUpAt
                        + " WHERE relay = :relay")
                .param("relay", relay.name())
                .update());
  }

  private void guarded(FencingToken token, Runnable statements) {
    transactions.executeWithoutResult(
        status -> {
          leases.guard(token);
          statements.run();
        });
  }

  private NotReadyException replaced() {
    return new NotReadyException(
        "replication slot " + relay.slotName() + " was replaced while the relay started",
        "starting over with what the table holds");
  }

  /** A slot may be made at the first start, and in place of one that is surely gone. */
  private void requireCreatable(Marker marker) {
    if (!marker.caughtUp() || (recoversByItself() && marker.here())) {
      return;
    }
    throw new NotReadyException(
        "replication slot "
            + relay.slotName()
            + " is missing, although it was installed at "
            + marker.address()
            + " on timeline "
            + marker.timeline(),
        "rows staged since its loss wait in outbox.message; when this is no copy of the database"
            + " that another relay serves, run ./waybill relay recover, see runbooks/slot-lost.md");
  }

  private Marker marker(String systemIdentifier) {
    jdbc.sql(
            """
            INSERT INTO outbox.relay_installation (relay, slot, system_identifier)
            VALUES (:relay, :slot, :systemIdentifier)
            ON CONFLICT (relay) DO NOTHING
            """)
        .param("relay", relay.name())
        .param("slot", relay.slotName())
        .param("systemIdentifier", systemIdentifier)
        .update();
    Marker marker =
        jdbc.sql(
                """
                SELECT slot, system_identifier, caught_up_at IS NOT NULL AS caught_up,
                       coalesce(address, 'an unknown address') AS address,
                       coalesce(timeline, 0) AS timeline,
                       coalesce(address = :address AND timeline = %s, false) AS here
                FROM outbox.relay_installation
                WHERE relay = :relay
                """
                    .formatted(TIMELINE))
            .param("address", address())
            .param("relay", relay.name())
            .query((row, index) -> marker(row))
            .single();
    requireSame("replication slot", marker.slot(), relay.slotName());
    requireSame("database", marker.systemIdentifier(), systemIdentifier);
    return marker;
  }

  private void requireSame(String what, String installed, String actual) {
    if (!installed.equals(actual)) {
      throw new NotReadyException(
          "relay "
              + relay.name()
              + " was installed with the "
              + what
              + " "
              + installed
              + ", this is "
              + actual,
          "use the former, or follow runbooks/relay-not-ready.md, section 'foreign ledger'");
    }
  }

  private static Marker marker(ResultSet row) throws SQLException {
    return new Marker(
        row.getString("slot"),
        row.getString("system_identifier"),
        row.getBoolean("caught_up"),
        row.getString("address"),
        row.getLong("timeline"),
        row.getBoolean("here"));
  }

  /**
   * Where streaming begins.
   *
   * @param confirmed the slot's confirmed position
   * @param caughtUp whether every row older than the slot was dispatched before
   */
  public record StreamStart(String confirmed, boolean caughtUp) {}

  /**
   * What is known of the installation.
   *
   * @param here whether the slot was last seen where the relay is connected now
   */
  private record Marker(
      String slot,
      String systemIdentifier,
      boolean caughtUp,
      String address,
      long timeline,
      boolean here) {}
}
