package dev.waybill.handler.consume;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.status.OutageLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what stands still, at first and then once a minute: for each partition that fails, and once
 * for the handler when its surroundings fail. Used on the consuming thread.
 */
final class FailureLog {

  private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  private final HandlerId handler;
  private final InstantSource clock;
  private final OutageLog outages;
  private final Map<String, Instant> said = new HashMap<>();

  FailureLog(HandlerId handler, InstantSource clock, OutageLog outages) {
    this.handler = handler;
    this.clock = clock;
    this.outages = outages;
  }

  /**
   * A record failed.
   *
   * @param record its id, if it has one, and where it is
   */
  void failed(AssignedPartition partition, String record, Failure failure, Duration pause) {
    if (failure.infrastructure()) {
      outage(record, failure);
    } else if (isTime(partition.partition().toString())) {
      LOG.warn(
          "Handler {} failed on {}, attempt {}: {}. {} stands still since {}; next attempt in {} ms",
          handler,
          record,
          partition.attempts(),
          failure.reason(),
          partition.partition(),
          partition.since(),
          pause.toMillis());
    }
  }

  /** Kafka or the database does not do its part; no attempt is counted. */
  void outage(String where, Failure failure) {
    outages.tell(where, failure.reason());
  }

  /** All partitions stand still on purpose, or go on. */
  void held(@Nullable String reason) {
    if (reason == null) {
      LOG.info("Handler {} reads on", handler);
    } else {
      LOG.warn("Handler {} reads nothing: {}", handler, reason);
    }
  }

  /** A partition that stood still goes on. */
  void recovered(AssignedPartition partition) {
    outages.over();
    said.remove(partition.partition().toString());
    LOG.info(
        "Handler {} goes on with {}, which stood still since {}",
        handler,
        partition.partition(),
        partition.since());
  }

  private boolean isTime(String subject) {
    Instant now = clock.instant();
    Instant last = said.get(subject);
    boolean due = last == null || !now.isBefore(last.plus(REPEAT));
    if (due) {
      said.put(subject, now);
    }
    return due;
  }
}
