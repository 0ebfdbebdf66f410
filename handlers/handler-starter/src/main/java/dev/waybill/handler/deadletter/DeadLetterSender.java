package dev.waybill.handler.deadletter;

import dev.waybill.handler.inbox.DeadLetterTable.Death;
import dev.waybill.handler.inbox.KeptRecordTable.Kept;
import dev.waybill.workqueue.Claim;
import dev.waybill.workqueue.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that sends one handler's dead letters. While their topic cannot be written to they
 * stay in the inbox, tried again with growing pauses, and it says so. A process that dies between
 * the send and its record sends one a second time; message id and number of the death tell.
 */
public final class DeadLetterSender {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterSender.class);

  /** By itself, since a send may take nearly as long as the lease. */
  private static final int CLAIMS = 1;

  private static final Duration CLOSING = Duration.ofSeconds(1);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  /** Beyond the producer's own delivery timeout, so that its answer is the one that counts. */
  private static final Duration ANSWER = Duration.ofSeconds(40);

  private final DeadLetterQueue queue;
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Backoff backoff;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final SplittableRandom random = new SplittableRandom();
  private final Thread thread;
  private volatile @Nullable String trouble;
  private int failures;
  private Instant quietUntil = Instant.MIN;

  public DeadLetterSender(
      DeadLetterQueue queue, Producer<byte[], byte[]> producer, String topic, Backoff backoff) {
    this.queue = queue;
    this.producer = producer;
    this.topic = topic;
    this.backoff = backoff;
    this.thread = new Thread(this::run, "waybill-" + queue.handler() + "-dead-letters");
    this.thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** It is not started after all. */
  public void abandon() {
    ended.countDown();
    producer.close(Duration.ZERO);
  }

  public boolean isAlive() {
    return ended.getCount() == 0 || thread.isAlive();
  }

  /** Why dead letters wait; null when they do not. */
  public @Nullable String trouble() {
    return trouble;
  }

  /** Ends; what is not answered yet is given back, and sent again after the next start. */
  public void end(Duration patience) throws InterruptedException {
    ended.countDown();
    thread.join(patience.toMillis());
    producer.close(CLOSING);
    // The send that it was waiting for has failed by now; what is left is to give it back.
    thread.join(CLOSING.toMillis());
  }

  private void run() {
    try {
      Duration pause = Duration.ZERO;
      while (!ended.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        pause = pass();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pass() throws InterruptedException {
    try {
      List<Claim> claims = queue.claim(CLAIMS);
      for (int i = 0; i < claims.size(); i++) {
        String problem = send(claims.get(i));
        if (problem != null) {
          List<Claim> unsent = claims.subList(i, claims.size());
          return ended.getCount() == 0 ? givenBack(unsent) : failed(unsent, problem);
        }
      }
      return claims.isEmpty() ? IDLE : Duration.ZERO;
    } catch (RuntimeException e) {
      // The database's; the consuming thread and the workers tell of it.
      LOG.debug("dead letters of {} wait for the database", queue.handler(), e);
      return IDLE;
    }
  }

  /** Sends one; tells why not. */
  private @Nullable String send(Claim claim) throws InterruptedException {
    Death death = queue.death(claim);
    Optional<Kept> kept = queue.record(claim);
    if (kept.isEmpty()) {
      if (!queue.overtaken(claim)) {
        LOG.error("Handler {} lost the bytes of a dead letter: {}", queue.handler(), death);
      }
      return null;
    }
    RecordMetadata at;
    try {
      at =
          producer
              .send(DeadLetterRecord.of(topic, kept.get().record(), death))
              .get(ANSWER.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return text(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException | KafkaException e) {
      return text(e);
    }
    queue.sent(claim, at.partition(), at.offset());
    recovered();
    return null;
  }

  /** The producer is being closed, which says nothing of the topic and is nobody's alarm. */
  private Duration givenBack(List<Claim> claims) {
    claims.forEach(queue::release);
    return Duration.ZERO;
  }

  private Duration failed(List<Claim> claims, String problem) {
    Claim first = claims.get(0);
    queue.failed(first, backoff.after(first.attempt(), random), problem);
    claims.subList(1, claims.size()).forEach(queue::release);
    Duration pause = backoff.after(++failures, random);
    trouble = problem;
    if (!Instant.now().isBefore(quietUntil)) {
      quietUntil = Instant.now().plus(REPEAT);
      LOG.error(
          "Handler {} cannot send its dead letters to {}: {}. They wait in the inbox and are tried"
              + " again. See runbooks/dead-letters-growing.md, \"Not on the topic\"",
          queue.handler(),
          topic,
          problem);
    }
    return pause;
  }

  private void recovered() {
    failures = 0;
    if (trouble != null) {
      trouble = null;
      LOG.info("Handler {} sends its dead letters to {} again", queue.handler(), topic);
    }
  }

  /** Of Kafka's exceptions only what names a setting or a topic; they quote no record. */
  private static String text(Throwable failure) {
    String message = String.valueOf(failure.getMessage()).replaceAll("\\.$", "");
    return failure.getClass().getSimpleName() + ": " + message;
  }
}
