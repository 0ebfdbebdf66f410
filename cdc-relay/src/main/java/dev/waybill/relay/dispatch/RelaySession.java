package dev.waybill.relay.dispatch;

import dev.waybill.relay.backfill.BackfillTable;
import dev.waybill.relay.dispatch.RelayParts.Boards;
import dev.waybill.relay.dispatch.RelayParts.DatabaseParts;
import dev.waybill.relay.dispatch.RelayParts.KafkaParts;
import dev.waybill.relay.dispatch.RelayParts.Preconditions;
import dev.waybill.relay.health.HealthTable;
import dev.waybill.relay.heartbeat.Heartbeat;
import dev.waybill.relay.install.Installation.StreamStart;
import dev.waybill.relay.install.Retention;
import dev.waybill.relay.lane.Lanes;
import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.HeldLease;
import dev.waybill.relay.lease.LeaseClaim;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.ledgerstore.DispatchHistory;
import dev.waybill.relay.publish.BatchProducer;
import dev.waybill.relay.settings.RelayProperties;
import dev.waybill.relay.status.NotReadyException;
import dev.waybill.relay.status.RelayStatus;
import dev.waybill.relay.status.StatusBoard;
import dev.waybill.relay.stream.WalStream.StreamEndedException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass through the start order, and the stream that follows it. The order is always the same,
 * also after any error: lease, producer, lease again, ledger topic, ledger table, slot and
 * publication, engine. Nothing survives a session but what PostgreSQL and Kafka hold.
 */
final class RelaySession {

  private static final Logger LOG = LoggerFactory.getLogger(RelaySession.class);

  private final RelayProperties settings;
  private final DatabaseParts database;
  private final KafkaParts kafka;
  private final StatusBoard board;
  private final Boards boards;
  private final EngineEnds ends;
  private final Rehearsal rehearsal;
  private final String owner;
  private final BooleanSupplier stopping;

  RelaySession(
      RelayParts parts,
      Boards boards,
      EngineEnds ends,
      Rehearsal rehearsal,
      String owner,
      BooleanSupplier stopping) {
    this.settings = parts.settings();
    this.database = parts.database();
    this.kafka = parts.kafka();
    this.board = boards.status();
    this.boards = boards;
    this.ends = ends;
    this.rehearsal = rehearsal;
    this.owner = owner;
    this.stopping = stopping;
  }

  /**
   * Runs until the relay stops or something ends the session.
   *
   * @throws NotReadyException when something outside must change
   * @throws InterruptedException when the process stops
   */
  void run() throws InterruptedException {
    if (!(board.status() instanceof RelayStatus.Standby)) {
      starting("database");
    }
    Preconditions preconditions = database.preconditions();
    preconditions.check().requireServer();
    preconditions.schema().ensure();
    long from = System.nanoTime();
    LeaseClaim claim = database.leases().claim(settings.name(), owner);
    if (claim instanceof LeaseClaim.Granted granted) {
      lead(HeldLease.keep(database.leases(), granted.token(), from));
    } else if (claim instanceof LeaseClaim.Refused refused) {
      board.show(new RelayStatus.Standby(refused.holder().owner()));
      rehearsal.runWhenDue();
    }
  }

  private void lead(HeldLease lease) throws InterruptedException {
    try {
      lead(lease, database.leases());
    } finally {
      lease.close();
      release(lease);
    }
  }

  private void lead(HeldLease lease, LeaseTable leases) throws InterruptedException {
    starting("Kafka");
    String systemIdentifier = database.preconditions().check().systemIdentifier();
    kafka.topics().ensureLedger(kafka.ledgerTopic().name());
    LedgerGate gate =
        new LedgerGate(lease.token(), systemIdentifier, kafka.ledgerTopic(), database.stores());
    gate.requireOwn();
    database.preconditions().installation().requireOwnSlot(systemIdentifier);
    ProducerStart producers =
        new ProducerStart(
            kafka, leases, lease.token(), settings.topicPrefix() + "." + settings.name());
    try (BatchProducer producer = producers.start()) {
      if (!leases.start(lease.token())) {
        throw new NotReadyException(
            "the lease was taken by another process during the start", "standing by");
      }
      gate.repair();
      try (Lanes lanes = lanes(lease.token());
          LeftIds left = LeftIds.watch(producers, leases, lease.token())) {
        dispatch(
            lease,
            new Dispatcher(
                lease,
                database.stores(),
                producer,
                lanes,
                new RevisionInForce(leases, lease.token(), database.stores(), lanes),
                boards,
                cutter(),
                settings.parking().maxKeys(),
                systemIdentifier),
            lanes,
            systemIdentifier);
      }
    }
  }

  private Lanes lanes(FencingToken token) {
    return new Lanes(
        kafka.topics(),
        kafka.suspects(),
        database.ledger(),
        token,
        () -> database.orders().book().backfilled(token.relay()),
        boards.lanes());
  }

  private void dispatch(
      HeldLease lease, Dispatcher dispatcher, Lanes lanes, String systemIdentifier)
      throws InterruptedException {
    Preconditions preconditions = database.preconditions();
    starting("publication and slot");
    preconditions.check().requireReplication();
    preconditions.check().requirePublication();
    preconditions.installation().requireNumbersGoOn();
    requireSubscriptions(dispatcher);
    StreamStart start = preconditions.installation().ensureSlot(lease.token(), systemIdentifier);
    StandingOrders orders =
        new StandingOrders(database.orders().book(), lanes, lease.token(), System::nanoTime);
    if (!start.caughtUp()) {
      catchUp(lease, dispatcher, orders);
    }
    starting("engine");
    StreamGuard guard = new StreamGuard(preconditions, database.jdbc(), lease, start, settings);
    Heartbeat heartbeat = heartbeat();
    DispatchLoop loop =
        new DispatchLoop(
            settings,
            dispatcher,
            errands(lease.token(), dispatcher, lanes, heartbeat, orders),
            orders,
            guard,
            boards,
            heartbeat);
    Optional<Retention> retention = Retention.start(settings);
    try {
      loop.run(stopping);
    } catch (StreamEndedException e) {
      if (board.status() instanceof RelayStatus.Streaming) {
        ends.streamed();
      }
      passOverWhenHopeless(lease.token(), start, e);
      throw e;
    } finally {
      retention.ifPresent(Retention::close);
    }
  }

  private void passOverWhenHopeless(
      FencingToken token, StreamStart start, StreamEndedException ended) {
    if (ends.hopeless(start.confirmed(), ended)) {
      String why =
          "what follows position "
              + start.confirmed()
              + " of slot "
              + settings.slotName()
              + " ended the engine "
              + EngineEnds.LIMIT
              + " times";
      if (database.preconditions().installation().passOver(token, why)) {
        ends.gaveUp();
        throw new NotReadyException(why, "going on behind it, with what the table holds", ended);
      }
    }
  }

  private List<Errand> errands(
      FencingToken token,
      Dispatcher dispatcher,
      Lanes lanes,
      Heartbeat heartbeat,
      StandingOrders orders) {
    Dispatcher.Stores stores = database.stores();
    DispatchHistory history = new DispatchHistory(database.jdbc(), settings.name());
    HealthTable health = new HealthTable(database.jdbc());
    return List.of(
        new LaneDrain(dispatcher, stores, lanes, token, cutter()),
        new ParkedWork(
            dispatcher,
            stores,
            database.parked(),
            lanes,
            token,
            cutter(),
            settings.parking().pollInterval(),
            System::nanoTime),
        new MissedRows(
            dispatcher,
            stores,
            database.preconditions().installation(),
            heartbeat,
            token,
            cutter(),
            boards.progress(),
            System::nanoTime),
        new BackfillWork(
            dispatcher,
            stores,
            orders,
            new BackfillWork.Backfills(
                database.orders().book(),
                new BackfillTable(database.jdbc()),
                database.orders().planner(),
                history),
            lanes,
            token,
            cutter(),
            System::nanoTime),
        new LedgerMerge(database.ledger(), token, System::nanoTime),
        new HealthBeat(
            health, dispatcher, boards, token, settings.healthInterval(), System::nanoTime),
        new DrainWork(
            stores,
            orders,
            new DrainWork.Drains(database.orders().book(), history, database.parked(), health),
            database.preconditions().installation(),
            heartbeat,
            lanes,
            token,
            System::nanoTime));
  }

  private static void requireSubscriptions(Dispatcher dispatcher) {
    dispatcher.refreshRevision();
    if (dispatcher.revision() == 0) {
      throw new NotReadyException(
          "no subscriptions were applied yet, so there is nobody to deliver to",
          "run ./waybill subscriptions apply DIR --execute; staged messages wait");
    }
  }

  private void catchUp(HeldLease lease, Dispatcher dispatcher, StandingOrders orders)
      throws InterruptedException {
    CatchUp work = new CatchUp(database.stores(), dispatcher, cutter());
    long published = -1;
    while (published < 0 && orders.awaitNoPause(lease, board, stopping)) {
      board.show(new RelayStatus.CatchingUp());
      published =
          work.run(settings.name(), board, () -> stopping.getAsBoolean() || orders.paused());
    }
    if (published < 0) {
      throw new NotReadyException("stopped while catching up", "goes on at the next start");
    }
    database.preconditions().installation().caughtUp(lease.token());
    LOG.info("Relay {} dispatched {} rows from the table", settings.name(), published);
  }

  private void release(HeldLease lease) {
    try {
      database.leases().release(lease.token());
    } catch (RuntimeException e) {
      LOG.debug("The lease was not released and will expire: {}", e.getMessage());
    }
  }

  private BatchCutter cutter() {
    return new BatchCutter(settings.stream().batchSize(), settings.stream().transactionBytes());
  }

  private Heartbeat heartbeat() {
    return new Heartbeat(
        database.jdbc(), settings.name(), settings.stream().heartbeatInterval(), System::nanoTime);
  }

  private void starting(String step) {
    board.show(new RelayStatus.Starting(step));
  }
}
