package dev.waybill.activity.repeat;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Forgets answers that are old enough, a little at a time, so that nobody waits for it. */
@Component
final class AnswerPurge {

  private static final Logger LOG = LoggerFactory.getLogger(AnswerPurge.class);

  /** Rows in one transaction. */
  static final int BATCH = 1_000;

  private final Answers answers;
  private final IdempotencyProperties properties;

  AnswerPurge(Answers answers, IdempotencyProperties properties) {
    this.answers = answers;
    this.properties = properties;
  }

  /** Until nothing is left to forget; a database that is away is asked again the next time. */
  @Scheduled(initialDelay = 1, fixedDelay = 1, timeUnit = TimeUnit.MINUTES)
  void purge() {
    try {
      int forgotten = BATCH;
      while (forgotten == BATCH && !Thread.currentThread().isInterrupted()) {
        forgotten = answers.forget(properties.retention(), BATCH);
      }
    } catch (DataAccessException | TransactionException e) {
      LOG.warn("old answers are not forgotten for now: {}", e.getMessage());
    }
  }
}
