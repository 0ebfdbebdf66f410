package dev.waybill.relay.dispatch;

import dev.waybill.relay.lease.FencingToken;
import dev.waybill.relay.lease.Generations;
import dev.waybill.relay.lease.LeaseLostException;
import dev.waybill.relay.lease.LeaseTable;
import dev.waybill.relay.publish.BatchProducer;
import dev.waybill.relay.publish.PublishException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Fences the transactional ids that the relay left, the oldest first, each as soon as it answers,
 * on a thread of its own. What is not done when a session ends is the next one's.
 */
final class LeftIds implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeftIds.class);
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

  private final ProducerStart producers;
  private final LeaseTable leases;
  private final FencingToken token;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::fence, "waybill-left-ids");

  private LeftIds(ProducerStart producers, LeaseTable leases, FencingToken token) {
    this.producers = producers;
    this.leases = leases;
    this.token = token;
    thread.setDaemon(true);
  }

  static LeftIds watch(ProducerStart producers, LeaseTable leases, FencingToken token) {
    LeftIds left = new LeftIds(producers, leases, token);
    left.thread.start();
    return left;
  }

  private void fence() {
    try {
      Generations generations = leases.generations(token.relay());
      for (int left = generations.oldest(); left < generations.current(); left++) {
        while (!fence(left)) {
          if (closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (LeaseLostException | DataAccessException e) {
      LOG.debug("What is left is the next session's: {}", e.getMessage());
    }
  }

  private boolean fence(int generation) {
    try (BatchProducer producer = producers.create(generation)) {
      producer.initialise();
    } catch (PublishException | KafkaException e) {
      LOG.debug("Generation {} does not answer yet: {}", generation, e.getMessage());
      return false;
    }
    leases.fenced(token, generation);
    LOG.info("Relay {}: generation {} of its id has answered", token.relay(), generation);
    return true;
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
    try {
      TimeUnit.MILLISECONDS.timedJoin(thread, STOP_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
