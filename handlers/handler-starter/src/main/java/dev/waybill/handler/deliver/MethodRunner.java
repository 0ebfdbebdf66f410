package dev.waybill.handler.deliver;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Message;
import dev.waybill.handler.Processing;
import dev.waybill.handler.RecordPosition;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.record.PayloadReader;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.record.Refusal;
import dev.waybill.handler.record.RefusedRecordException;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.registry.HandlerMethod;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a message's payload and calls the method for it, watched and in the caller's transaction.
 * Says so when a method takes longer than the settings promise, once a minute. Thread-safe.
 */
public final class MethodRunner {

  private static final Logger LOG = LoggerFactory.getLogger(MethodRunner.class);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  private final HandlerDefinition handler;
  private final PayloadReader payloads = new PayloadReader();
  private final Duration longest;
  private final RunWatch watch;
  private volatile long quietUntil = System.nanoTime();

  /**
   * @param longest {@code waybill.handler.longest-handler}
   */
  public MethodRunner(HandlerDefinition handler, Duration longest, RunWatch watch) {
    this.handler = handler;
    this.longest = longest;
    this.watch = watch;
  }

  /**
   * One copy of a message, to be run.
   *
   * @param attempt the number of this run, from 1
   */
  public record Run(
      Message message, RawRecord record, RecordPosition position, int attempt, boolean replay) {

    /** The first run, in the transaction that takes it in. */
    public static Run first(Work work) {
      return new Run(work.message(), work.record(), work.position(), 1, work.replay() != null);
    }

    @Override
    public String toString() {
      return message.id() + " at " + position;
    }
  }

  /**
   * Runs the method for a message, with no transaction around it.
   *
   * @throws RefusedRecordException when there is no method for it or the payload cannot be read
   * @throws RuntimeException what the method throws
   */
  public void run(Run run) {
    watch.around(run, () -> call(run));
  }

  /**
   * Runs the method for a message in a transaction, and writes what it left in memory.
   *
   * @throws RefusedRecordException when there is no method for it or the payload cannot be read
   * @throws RuntimeException what the method throws, or what the database says to what it left
   */
  public void run(Run run, HandlerTransactions.Flush flush) {
    watch.around(
        run,
        () -> {
          call(run);
          flush.now();
        });
  }

  private void call(Run run) {
    Message message = run.message();
    HandlerMethod method =
        handler
            .method(message.type())
            .orElseThrow(
                () ->
                    new RefusedRecordException(
                        Refusal.UNSUPPORTED_VERSION,
                        "handler " + handler.id() + " has no method for " + message.type()));
    Object event = payloads.read(value(run.record()), method.eventType(), method.upcasters());
    long start = System.nanoTime();
    method.invoke(
        event, new Delivery(handler.id(), message, run.position(), run.attempt(), run.replay()));
    if (method.processing() == Processing.TRANSACTIONAL) {
      warnIfSlow(run, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  private static byte[] value(RawRecord record) {
    byte[] value = record.value();
    if (value == null) {
      throw new RefusedRecordException(Refusal.UNREADABLE_RECORD, "the record has no value");
    }
    return value;
  }

  private void warnIfSlow(Run run, Duration took) {
    long now = System.nanoTime();
    if (took.compareTo(longest) > 0 && now - quietUntil >= 0) {
      quietUntil = now + REPEAT.toNanos();
      LOG.warn(
          "Handler {} took {} ms for {} (key {}), longer than"
              + " waybill.handler.longest-handler={}: raise it or make the handler faster",
          handler.id(),
          took.toMillis(),
          run,
          run.message().orderingKey(),
          longest);
    }
  }
}
