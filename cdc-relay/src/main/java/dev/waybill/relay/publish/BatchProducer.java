package dev.waybill.relay.publish;

import dev.waybill.relay.ledger.BatchRecord;
import dev.waybill.relay.ledger.BatchRecordJson;
import dev.waybill.relay.publish.PublishException.Refusal;
import dev.waybill.relay.routing.Target;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The one producer of a relay session. Its transactional id belongs to the relay's name, so that a
 * successor fences it. After any error it is closed and never used again: what it had in hand comes
 * back from the WAL. Used by the dispatch loop only.
 */
public final class BatchProducer implements AutoCloseable {

  private static final long LOOK_AFTER_MILLIS = 200;

  private final Producer<byte[], byte[]> producer;
  private final String ledgerTopic;

  /** A flush cannot be left, so that a thread of its own waits for it. */
  private final ExecutorService flusher =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "waybill-flush");
            thread.setDaemon(true);
            return thread;
          });

  private BatchProducer(Producer<byte[], byte[]> producer, String ledgerTopic) {
    this.producer = producer;
    this.ledgerTopic = ledgerTopic;
  }

  /** A producer that has not contacted the cluster yet. */
  public static BatchProducer create(
      KafkaConnection connection, String transactionalId, String ledgerTopic) {
    return new BatchProducer(
        new KafkaProducer<>(
            connection.producer(transactionalId),
            new ByteArraySerializer(),
            new ByteArraySerializer()),
        ledgerTopic);
  }

  /**
   * Fences every earlier producer of the transactional id and ends its transaction.
   *
   * @throws PublishException when the cluster does not answer in time
   */
  public void initialise() {
    try {
      producer.initTransactions();
    } catch (KafkaException e) {
      throw new PublishException("the transactional producer could not be initialised", e);
    }
  }

  /**
   * Publishes a batch and its ledger record in one transaction.
   *
   * @param guard what is asked while the batch is on its way
   * @throws PublishException when the outcome is failure or unknown; this producer must be closed
   */
  public void publish(List<RoutedMessage> messages, BatchRecord record, Guard guard) {
    List<Sent> sent = new ArrayList<>();
    AtomicReference<@Nullable Refusal> refused = new AtomicReference<>();
    try {
      guard.requireLease();
      producer.beginTransaction();
      sendCopies(messages, sent, refused);
      if (refused.get() == null) {
        Future<?> answer =
            send(
                ledgerRecord(record),
                error ->
                    refused.compareAndSet(
                        null, new Refusal(ledgerTopic, "its ledger record", error)));
        sent.add(new Sent(ledgerTopic, answer));
      }
      await(sent, guard);
      Refusal refusal = refused.get();
      if (refusal != null) {
        throw new KafkaException("a record was refused", refusal.error());
      }
      guard.requireLease();
      producer.commitTransaction();
    } catch (KafkaException e) {
      Refusal refusal = refused.get();
      throw new PublishException(
          "batch " + record.key().batch() + " was not published",
          refusal,
          refusal != null && sent.stream().anyMatch(other -> other.accepted(refusal.topic())),
          e);
    }
  }

  /**
   * Hands over the copies, until one is refused: the batch is lost then, and where the cluster is
   * gone or a topic vanished each further copy would be waited for as long as the first.
   */
  private void sendCopies(
      List<RoutedMessage> messages, List<Sent> sent, AtomicReference<@Nullable Refusal> refused) {
    for (RoutedMessage message : messages) {
      for (Target target : message.targets()) {
        Future<?> answer =
            send(
                message.copy().to(target),
                error ->
                    refused.compareAndSet(
                        null, new Refusal(target.topic(), describe(message, target), error)));
        sent.add(new Sent(target.topic(), answer));
        if (refused.get() != null) {
          return;
        }
      }
    }
  }

  /**
   * Sends what is still collected and waits until each record is accepted or refused. A topic that
   * vanished would be waited for until the delivery times out, and with it everybody else: its
   * trouble is asked for meanwhile.
   */
  private void await(List<Sent> sent, Guard guard) {
    Future<?> flushed = flusher.submit(producer::flush);
    while (true) {
      try {
        flushed.get(LOOK_AFTER_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        sent.stream()
            .filter(record -> !record.answer().isDone())
            .map(Sent::topic)
            .distinct()
            .flatMap(topic -> guard.trouble(topic).stream())
            .findFirst()
            .ifPresent(
                words -> {
                  throw new PublishException("the batch is given up: " + words, e);
                });
      } catch (ExecutionException e) {
        throw new KafkaException("the batch could not be flushed", e.getCause());
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }
  }

  private Future<?> send(ProducerRecord<byte[], byte[]> record, Consumer<Exception> onRefusal) {
    return producer.send(
        record,
        (metadata, error) -> {
          if (error != null) {
            onRefusal.accept(error);
          }
        });
  }

  private static String describe(RoutedMessage message, Target target) {
    return "message "
        + message.name().id()
        + " of "
        + message.copy().bytes()
        + " bytes to topic "
        + target.topic();
  }

  private ProducerRecord<byte[], byte[]> ledgerRecord(BatchRecord record) {
    return new ProducerRecord<>(
        ledgerTopic,
        0,
        record.key().relay().getBytes(StandardCharsets.UTF_8),
        BatchRecordJson.write(record).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
    flusher.shutdownNow();
  }

  /** What is asked while a batch is on its way. */
  public interface Guard {

    /** Throws when the batch must not be committed. */
    void requireLease();

    /** Why a topic does not take records, if it is known not to. */
    Optional<String> trouble(String topic);
  }

  private record Sent(String topic, Future<?> answer) {

    /** Whether this went to another topic, which took it. */
    boolean accepted(String butTopic) {
      if (topic.equals(butTopic) || !answer.isDone()) {
        return false;
      }
      try {
        answer.get();
        return true;
      } catch (ExecutionException e) {
        return false;
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }
  }
}
