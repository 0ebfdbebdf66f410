package dev.waybill.relay.metrics;

import dev.waybill.relay.lease.LeaseLostException;
import dev.waybill.relay.publish.PublishException;
import java.util.Locale;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** How an attempt to publish a batch ended. */
enum BatchResult {
  PUBLISHED,
  REFUSED,
  BROKER_UNAVAILABLE,
  STORE_UNAVAILABLE,
  LEASE_LOST,
  FAILED;

  /** Its name in meters. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What a failure means. */
  static BatchResult of(RuntimeException failure) {
    if (failure instanceof LeaseLostException || fenced(failure)) {
      return LEASE_LOST;
    }
    if (failure instanceof PublishException publish) {
      return publish.refusedBy().isPresent() ? REFUSED : BROKER_UNAVAILABLE;
    }
    if (failure instanceof KafkaException) {
      return BROKER_UNAVAILABLE;
    }
    return failure instanceof DataAccessException || failure instanceof TransactionException
        ? STORE_UNAVAILABLE
        : FAILED;
  }

  private static boolean fenced(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProducerFencedException
          || cause instanceof InvalidProducerEpochException) {
        return true;
      }
    }
    return false;
  }
}
