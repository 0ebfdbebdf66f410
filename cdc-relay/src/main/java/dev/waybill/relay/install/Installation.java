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
import org.jspecify.annotations.Nullable;
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
  }

  /**
   * Returns when the slot is there and ours, or was never needed yet. Asked before anything in
   * Kafka is touched, so that a clone of the database that came without its slot fences nobody.
   *
   * @throws NotReadyException when the slot is missing, lost or foreign
   */
  public void requireOwnSlot(String systemIdentifier) {
    Marker marker = marker(systemIdentifier);
    Optional<Slot> slot = slot();
    if (slot.isEmpty()) {
      requireCreatable(marker);
    } else if (!(slot.get().lost() && mayReplace(marker))) {
      requireOwn(slot.get());
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
    Optional<Slot> found = slot();
    if (found.isPresent() && found.get().lost() && mayReplace(marker)) {
      requireOurs(found.get());
      recover(token, "the server gave up slot " + relay.slotName() + ": " + found.get().loss());
      dropLost();
      return ensureSlot(token, systemIdentifier);
    }
    if (found.isEmpty()) {
      requireCreatable(marker);
      if (marker.caughtUp()) {
        recover(token, "slot " + relay.slotName() + " was gone");
        return ensureSlot(token, systemIdentifier);
      }
      create();
    }
    Slot slot = slot().orElseThrow(this::replaced);
    requireOwn(slot);
    requireFree(slot);
    remember(token);
    return new StreamStart(slot.confirmed(), marker.caughtUp());
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
    if (!recoversByItself() || slot().filter(slot -> slot.activePid() == null).isEmpty()) {
      return false;
    }
    recover(
        token,
        why,
        () ->
            jdbc.sql(
                    """
                    SELECT end_lsn::text
                    FROM pg_replication_slot_advance(:slot, pg_current_wal_flush_lsn())
                    """)
                .param("slot", relay.slotName())
                .query(String.class)
                .single());
    LOG.error(
        "Relay {}: {}. The slot is moved on, and what it would have brought is published from the"
            + " table; nothing is lost. See runbooks/relay-not-ready.md",
        relay.name(),
        why);
    return true;
  }

  /** Never a healthy one: a successor may have made it while this process was frozen. */
  private void dropLost() {
    jdbc.sql(
            """
            SELECT pg_drop_replication_slot(slot_name)::text
            FROM pg_replication_slots
            WHERE slot_name = :slot AND (wal_status = 'lost' OR invalidation_reason IS NOT NULL)
            """)
        .param("slot", relay.slotName())
        .query((row, index) -> true)
        .list();
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
    if (slot().filter(slot -> start.confirmed().equals(slot.confirmed())).isEmpty()) {
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

  private void requireOwn(Slot slot) {
    requireOurs(slot);
    if (slot.lost()) {
      throw new NotReadyException(
          "replication slot " + relay.slotName() + " is lost: " + slot.loss(),
          remedyFor(slot.invalidationReason()));
    }
  }

  private void requireOurs(Slot slot) {
    if (!"pgoutput".equals(slot.plugin()) || !slot.here() || slot.temporary()) {
      throw new NotReadyException(
          "replication slot "
              + relay.slotName()
              + " is not a permanent pgoutput slot of this database",
          "drop it if nobody needs it, or set waybill.relay.slot to another name");
    }
  }

  private void requireFree(Slot slot) {
    String name = relay.slotName();
    if (slot.activePid() != null && slot.confirmed().isEmpty()) {
      throw new NotReadyException(
          "replication slot " + name + " is being created by server process " + slot.activePid(),
          "waiting; the server needs every transaction that was open then to end");
    }
    if (slot.activePid() != null) {
      throw new NotReadyException(
          "replication slot " + name + " is still in use by server process " + slot.activePid(),
          "waiting; the server frees it by itself within wal_sender_timeout when its client died");
    }
  }

  private static String remedyFor(@Nullable String invalidationReason) {
    String setting =
        "idle_timeout".equals(invalidationReason)
            ? "idle_replication_slot_timeout"
            : "max_slot_wal_keep_size";
    return "run ./waybill relay recover, see runbooks/slot-lost.md; then raise " + setting;
  }

  private Optional<Slot> slot() {
    return jdbc.sql(
            """
            SELECT plugin, coalesce(database = current_database(), false) AS here, temporary,
                   active_pid, coalesce(confirmed_flush_lsn::text, '') AS confirmed, wal_status,
                   invalidation_reason
            FROM pg_replication_slots
            WHERE slot_name = :slot
            """)
        .param("slot", relay.slotName())
        .query((row, index) -> slot(row))
        .optional();
  }

  private void create() {
    // No lock timeout: the server waits for every transaction that was open before.
    jdbc.sql(
            """
            WITH unlimited AS MATERIALIZED (
              SELECT set_config('lock_timeout', '0', true) AS value)
            SELECT slot_name
            FROM unlimited,
                 pg_create_logical_replication_slot(:slot || left(value, 0), 'pgoutput')
            """)
        .param("slot", relay.slotName())
        .query(String.class)
        .single();
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

  private static Slot slot(ResultSet row) throws SQLException {
    return new Slot(
        row.getString("plugin"),
        row.getBoolean("here"),
        row.getBoolean("temporary"),
        row.getObject("active_pid", Integer.class),
        row.getString("confirmed"),
        row.getString("wal_status"),
        row.getString("invalidation_reason"));
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

  private record Slot(
      @Nullable String plugin,
      boolean here,
      boolean temporary,
      @Nullable Integer activePid,
      String confirmed,
      @Nullable String walStatus,
      @Nullable String invalidationReason) {

    boolean lost() {
      return "lost".equals(walStatus) || invalidationReason != null;
    }

    String loss() {
      return "wal_status " + walStatus + ", invalidation_reason " + invalidationReason;
    }
  }
}
