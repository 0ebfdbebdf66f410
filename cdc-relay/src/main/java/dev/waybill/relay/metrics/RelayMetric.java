package dev.waybill.relay.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every meter of the relay. Names are public: dashboards and alerts hold them. {@code
 * docs/reference/relay-metrics.md} is this catalogue as a page, and a test holds the two together.
 */
enum RelayMetric {
  LEADER(
      MeterKind.GAUGE,
      "waybill.relay.leader",
      "",
      "1 while this process streams, catches up or is paused, 0 on a standby and while it cannot",
      "The sum over a relay's processes is 1; 0 for longer than the lease: `relay-not-ready`"),
  STORE_AVAILABLE(
      MeterKind.GAUGE,
      "waybill.relay.store.available",
      "",
      "1 while PostgreSQL answers and has the relay's tables; readiness reads it",
      "`relay-not-ready`"),
  BROKER_AVAILABLE(
      MeterKind.GAUGE,
      "waybill.relay.broker.available",
      "",
      "1 while Kafka answers; readiness reads it",
      "`relay-not-ready`"),
  LAG(
      MeterKind.GAUGE,
      "waybill.relay.lag",
      "seconds",
      "since the commit of the oldest message that is not published, by the stream or else by the"
          + " table; 0 when nothing waits",
      "Growing: `relay-not-ready`"),
  PENDING(
      MeterKind.GAUGE,
      "waybill.relay.pending",
      "messages",
      "committed messages that no batch covers",
      "Growing while a leader streams: it is overloaded"),
  PENDING_AGE(
      MeterKind.GAUGE,
      "waybill.relay.pending.age",
      "seconds",
      "age of the oldest of them, by the database's clock; grows on while the database is away",
      "`relay-not-ready`"),
  PARKED(
      MeterKind.GAUGE,
      "waybill.relay.parked",
      "deliveries",
      "deliveries that could not be published; `state` is `retrying`, or `dead`: the failed ones",
      "`parked-messages`",
      "state"),
  HANDLER_PARKED(
      MeterKind.GAUGE,
      "waybill.relay.handler.parked",
      "deliveries",
      "the same for each handler; handler `*` is everybody, for an envelope that cannot be read",
      "`parked-messages`",
      "handler",
      "state"),
  HANDLER_HELD_KEYS(
      MeterKind.GAUGE,
      "waybill.relay.handler.held.keys",
      "keys",
      "ordering keys of which later messages wait behind a parked one",
      "`parked-messages`, before it reaches `waybill.relay.parking.max-keys`",
      "handler"),
  HANDLER_BLOCKED(
      MeterKind.GAUGE,
      "waybill.relay.handler.blocked",
      "",
      "1 while the handler's topic takes no records",
      "`handler-topic-blocked`",
      "handler"),
  HANDLER_BEHIND(
      MeterKind.GAUGE,
      "waybill.relay.handler.behind",
      "",
      "1 while the handler was left out of batches that are not made good yet",
      "`handler-topic-blocked`",
      "handler"),
  WAL_RETAINED(
      MeterKind.GAUGE,
      "waybill.relay.wal.retained",
      "bytes",
      "write-ahead log that the server keeps for the slot",
      "`relay-wal-growing`"),
  WAL_UNCONFIRMED(
      MeterKind.GAUGE,
      "waybill.relay.wal.unconfirmed",
      "bytes",
      "the part of it that the relay has not confirmed",
      "Most of what is retained: the relay is behind, `relay-not-ready`"),
  WAL_SAFE(
      MeterKind.GAUGE,
      "waybill.relay.wal.safe",
      "bytes",
      "what may still be written before the server gives the slot up; `+Inf` where"
          + " `max_slot_wal_keep_size` sets no limit, 0 for a slot that is lost",
      "Shrinking: `relay-wal-growing`; at 0: `slot-lost`"),
  WAL_PINNED(
      MeterKind.GAUGE,
      "waybill.relay.wal.pinned",
      "",
      "1 while an open transaction is the reason for what is retained, and not the relay",
      "`relay-wal-growing`; the log and the health details name the transaction"),
  SLOT_ACTIVE(
      MeterKind.GAUGE,
      "waybill.relay.slot.active",
      "",
      "1 while somebody reads the slot",
      "0 while log is retained: `relay-not-ready`"),
  PARTITIONS_AHEAD(
      MeterKind.GAUGE,
      "waybill.relay.partitions.ahead",
      "days",
      "whole days after today for which the outbox has partitions",
      "Below `waybill.relay.watch.days-ahead`: `outbox-partitions-short`"),
  QUEUE_FILL(
      MeterKind.GAUGE,
      "waybill.relay.queue.fill",
      "ratio",
      "how full the engine's queue is, of its rows or bytes whichever is more; 0 without an engine",
      "Near 1: publishing is slower than reading"),
  HEARTBEAT_ROUND_TRIP(
      MeterKind.GAUGE,
      "waybill.relay.heartbeat.round.trip",
      "seconds",
      "how long the last heartbeat row took from its statement through the log and back; 0 before"
          + " the first",
      "Growing: the stream is slow, also when nothing is staged"),
  WATCH_AGE(
      MeterKind.GAUGE,
      "waybill.relay.watch.age",
      "seconds",
      "how old the values are that are read from the database",
      "Above a minute: do not trust them; `relay-not-ready`"),
  MESSAGES_PUBLISHED(
      MeterKind.COUNTER,
      "waybill.relay.messages.published",
      "",
      "messages that are published and in the ledger, counted once however many handlers they have"
          + " and again when a handler is sent them later",
      "Compare with what is staged"),
  MESSAGES_REPEATED(
      MeterKind.COUNTER,
      "waybill.relay.messages.repeated",
      "",
      "messages that came again from the log and were dropped",
      "Normal after a start"),
  MESSAGES_LATE(
      MeterKind.COUNTER,
      "waybill.relay.messages.late",
      "",
      "messages that the stream never brought, published from the table, perhaps after later ones"
          + " of their key",
      "Anything above 0: `slot-lost`, late messages"),
  SLOT_RECOVERIES(
      MeterKind.COUNTER,
      "waybill.relay.slot.recoveries",
      "",
      "times that the slot was gone, lost or moved past what cannot be decoded, and the relay"
          + " published from the table what it would have brought",
      "Anything above 0: `slot-lost`, find out who took it"),
  MESSAGES_PARKED(
      MeterKind.COUNTER,
      "waybill.relay.messages.parked",
      "",
      "deliveries that were parked",
      "`parked-messages`"),
  MESSAGES_DEAD(
      MeterKind.COUNTER,
      "waybill.relay.messages.dead",
      "",
      "parked deliveries that became dead letters",
      "`parked-messages`"),
  MESSAGES_LOST(
      MeterKind.COUNTER,
      "waybill.relay.messages.lost",
      "",
      "messages that were published and whose transactions the database then lost, in a failover"
          + " for instance",
      "Anything above 0: the database lost commits; the log names the messages"),
  BATCH_ATTEMPTS(
      MeterKind.COUNTER,
      "waybill.relay.batch.attempts",
      "",
      "batches by result: `published`, `refused` by a topic, `broker-unavailable`,"
          + " `store-unavailable`, `lease-lost`, `failed`",
      "The success rate is `published` over all; otherwise `relay-not-ready`",
      "result"),
  SESSION_FAILURES(
      MeterKind.COUNTER,
      "waybill.relay.session.failures",
      "",
      "how often the relay had to start over, by cause: `store`, `broker`, `stream`, `lease`,"
          + " `precondition`, `unexpected`",
      "`relay-not-ready`",
      "cause"),
  STREAM_FILTERED(
      MeterKind.COUNTER,
      "waybill.relay.stream.filtered",
      "events",
      "changes that the engine left out, counted anew by each engine; the publication lets none"
          + " pass that it would leave out",
      "Anything above 0: report it, with the log"),
  DISPATCH_DURATION(
      MeterKind.HISTOGRAM,
      "waybill.relay.dispatch.duration",
      "seconds",
      "from the begin of a batch's Kafka transaction until the ledger has it; published ones only",
      "Growing: Kafka or PostgreSQL is slow"),
  SENT_MESSAGES(
      MeterKind.COUNTER,
      "messaging.client.sent.messages",
      "messages",
      "copies sent, by topic; `error.type` is empty for those that were committed. A topic's series"
          + " begins with its first copy. OpenTelemetry's name",
      "–",
      "messaging.system",
      "messaging.operation.name",
      "messaging.destination.name",
      "error.type"),
  OPERATION_DURATION(
      MeterKind.HISTOGRAM,
      "messaging.client.operation.duration",
      "seconds",
      "one Kafka transaction, over all topics of a batch. OpenTelemetry's name",
      "Growing: Kafka is slow",
      "messaging.system",
      "messaging.operation.name",
      "messaging.operation.type",
      "error.type");

  private final MeterKind kind;
  private final String meterName;
  private final String unit;
  private final String meaning;
  private final String action;
  private final String labels;

  /**
   * @param action what to do about it; the name of a runbook where there is one
   */
  RelayMetric(
      MeterKind kind,
      String meterName,
      String unit,
      String meaning,
      String action,
      String... labels) {
    this.kind = kind;
    this.meterName = meterName;
    this.unit = unit;
    this.meaning = meaning;
    this.action = action;
    this.labels = String.join(" ", labels);
  }

  MeterKind kind() {
    return kind;
  }

  String meterName() {
    return meterName;
  }

  /** What Micrometer calls the base unit; null for a number without one. */
  @Nullable String unit() {
    return unit.isEmpty() ? null : unit;
  }

  String meaning() {
    return meaning;
  }

  String action() {
    return action;
  }

  List<String> labels() {
    return labels.isEmpty() ? List.of() : List.of(labels.split(" "));
  }
}
