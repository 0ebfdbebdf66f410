package dev.waybill.handler.deliver;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.record.PayloadReader;
import dev.waybill.handler.record.RefusedRecordException;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.registry.HandlerMethod;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a work's payload and calls the method for it, in the caller's transaction. Says so when a
 * method takes longer than the settings promise, once a minute. Used on the consuming thread.
 */
public final class MethodRunner {

  private static final Logger LOG = LoggerFactory.getLogger(MethodRunner.class);
  private static final Duration REPEAT = Duration.ofMinutes(1);

  private final HandlerDefinition handler;
  private final PayloadReader payloads = new PayloadReader();
  private final Duration longest;
  private long quietUntil = System.nanoTime();

  /**
   * @param longest {@code waybill.handler.longest-handler}
   */
  public MethodRunner(HandlerDefinition handler, Duration longest) {
    this.handler = handler;
    this.longest = longest;
  }

  /**
   * Handles one work.
   *
   * @throws RefusedRecordException when there is no method for it or the payload cannot be read
   * @throws RuntimeException what the method throws
   */
  void run(Work work, int attempt) {
    HandlerMethod method =
        handler
            .method(work.message().type())
            .orElseThrow(
                () ->
                    new RefusedRecordException(
                        "handler "
                            + handler.id()
                            + " does not subscribe to "
                            + work.message().type()));
    Object event = payloads.read(work.payload(), method.eventType());
    long start = System.nanoTime();
    method.invoke(event, new Delivery(handler.id(), work.message(), work.position(), attempt));
    warnIfSlow(work, Duration.ofNanos(System.nanoTime() - start));
  }

  private void warnIfSlow(Work work, Duration took) {
    long now = System.nanoTime();
    if (took.compareTo(longest) > 0 && now - quietUntil >= 0) {
      quietUntil = now + REPEAT.toNanos();
      LOG.warn(
          "Handler {} took {} ms for {} (key {}), longer than"
              + " waybill.handler.longest-handler={}: raise it or make the handler faster",
          handler.id(),
          took.toMillis(),
          work,
          work.message().orderingKey(),
          longest);
    }
  }
}
