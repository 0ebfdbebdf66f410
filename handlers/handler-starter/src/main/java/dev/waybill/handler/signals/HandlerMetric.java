package dev.waybill.handler.signals;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The catalogue of a handler's meters; the reference page is made from it. */
enum HandlerMetric {
  DELIVERIES(
      MeterKind.GAUGE,
      "waybill.handler.deliveries",
      "deliveries",
      "deliveries in the inbox that are not at their end, by `state`; `retry_scheduled` and"
          + " `dead_letter` are the failed ones",
      "`handler-stalled`, `dead-letters-growing`",
      "handler",
      "state"),
  HELD_KEYS(
      MeterKind.GAUGE,
      "waybill.handler.held.keys",
      "keys",
      "ordering keys of which later messages wait behind a failed one",
      "`dead-letters-growing`, before it reaches `waybill.handler.inbox.max-waiting`",
      "handler"),
  OLDEST_AGE(
      MeterKind.GAUGE,
      "waybill.handler.oldest.unhandled.age",
      "seconds",
      "since the oldest message in the inbox was made that is neither finished nor dead; 0 when"
          + " there is none. What Kafka still has is the group's lag",
      "Growing: `handler-stalled`",
      "handler"),
  UNSENT(
      MeterKind.GAUGE,
      "waybill.handler.dead.letters.unsent",
      "deliveries",
      "dead letters that their topic does not have yet",
      "Above 0 for a minute: `dead-letters-growing`",
      "handler"),
  HELD(
      MeterKind.GAUGE,
      "waybill.handler.held",
      "",
      "1 while this instance reads nothing on purpose: a pause, a full inbox, an outage of what the"
          + " handler calls",
      "`handler-paused-by-outage`",
      "handler"),
  LISTENING(
      MeterKind.GAUGE,
      "waybill.handler.listening",
      "",
      "1 while every thread that the handler needs is alive",
      "0: `handler-stuck`",
      "handler"),
  STORE_AVAILABLE(
      MeterKind.GAUGE,
      "waybill.handler.store.available",
      "",
      "1 while the handler's database answers",
      "0: `handler-stuck`",
      "handler"),
  BROKER_AVAILABLE(
      MeterKind.GAUGE,
      "waybill.handler.broker.available",
      "",
      "1 while polls return and a broker answers",
      "0: `handler-stuck`",
      "handler"),
  OUTCOMES(
      MeterKind.COUNTER,
      "waybill.handler.outcomes",
      "",
      "runs and verdicts by `result`: completed, retry, dead-letter, ignored, skipped, uncounted",
      "The rate of retry and dead-letter over that of completed: `dead-letters-growing`",
      "handler",
      "result"),
  DUPLICATES(
      MeterKind.COUNTER,
      "waybill.handler.inbox.duplicates",
      "",
      "records whose message the inbox knew already",
      "Much more than replays and restarts explain: somebody sends twice",
      "handler"),
  COMMIT_TO_HANDLED(
      MeterKind.HISTOGRAM,
      "waybill.handler.commit.to.handled",
      "seconds",
      "from the writer's commit, which travels with the message, to the end of the run",
      "Growing: `handler-stalled`",
      "handler"),
  PROCESS(
      MeterKind.HISTOGRAM,
      "messaging.process.duration",
      "seconds",
      "one run of a method by itself: retries, calls to the outside, first records after a death."
          + " OpenTelemetry's name",
      "Growing: the handler is slow",
      "messaging.system",
      "messaging.operation.name",
      "messaging.operation.type",
      "messaging.destination.name",
      "messaging.consumer.group.name",
      "error.type"),
  CONSUMED(
      MeterKind.COUNTER,
      "messaging.client.consumed.messages",
      "",
      "messages that were handled. OpenTelemetry's name",
      "–",
      "messaging.system",
      "messaging.operation.name",
      "messaging.destination.name",
      "messaging.consumer.group.name");

  private final MeterKind kind;
  private final String meterName;
  private final String unit;
  private final String meaning;
  private final String action;
  private final String labels;

  HandlerMetric(
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

  /** What kind of meter it is. */
  enum MeterKind {
    GAUGE,
    COUNTER,
    HISTOGRAM
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

  /** What to do about it; the name of a runbook where there is one. */
  String action() {
    return action;
  }

  List<String> labels() {
    return labels.isEmpty() ? List.of() : List.of(labels.split(" "));
  }
}
