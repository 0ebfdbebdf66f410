package dev.waybill.relay.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Store, broker and message are three different signals. */
class BatchResultTest {

  @Test
  void tellsWhoseFaultItWas() {
    assertThat(BatchResult.of(new DataAccessResourceFailureException("gone")))
        .isEqualTo(BatchResult.STORE_UNAVAILABLE);
    assertThat(BatchResult.of(new CannotCreateTransactionException("gone")))
        .isEqualTo(BatchResult.STORE_UNAVAILABLE);
    assertThat(BatchResult.of(new TimeoutException("gone")))
        .isEqualTo(BatchResult.BROKER_UNAVAILABLE);
    assertThat(BatchResult.of(new KafkaException(new ProducerFencedException("fenced"))))
        .isEqualTo(BatchResult.LEASE_LOST);
    assertThat(BatchResult.of(new IllegalStateException("?"))).isEqualTo(BatchResult.FAILED);
  }
}
