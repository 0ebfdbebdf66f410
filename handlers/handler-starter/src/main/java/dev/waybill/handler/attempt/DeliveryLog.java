package dev.waybill.handler.attempt;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.MethodRunner.Run;
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
 * Writes how deliveries fail: each kind of failure at first and then once a minute with how many
 * there were in between, each dead letter within the same bound. Thread-safe.
 */
public final class DeliveryLog implements RunObserver {

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryLog.class);
  private static final Duration REPEAT = Duration.ofMinutes(1);
  private static final int KINDS = 100;

  private final HandlerId handler;
  private final InstantSource clock;
  private final OutageLog outages;
  private final Map<String, Said> said = new HashMap<>();

  public DeliveryLog(HandlerId handler, InstantSource clock, OutageLog outages) {
    this.handler = handler;
    this.clock = clock;
    this.outages = outages;
  }

  private static final class Said {
    private Instant at = Instant.MIN;
    private long kept;
  }

  @Override
  public void completed(Run run, @Nullable Duration took) {
    LOG.debug("Handler {} completed {}, attempt {}", handler, run, run.attempt());
  }

  @Override
  public void failed(Run run, Verdict verdict, @Nullable Duration took) {
    long others = turn(verdict.getClass().getSimpleName() + verdict.failure().code());
    if (others >= 0) {
      LOG.warn(
          "Handler {} failed on message {} (key {}), attempt {}: {}. {}{}",
          handler,
          run,
          run.message().orderingKey(),
          run.attempt(),
          text(verdict.failure()),
          verdict.fold(new Consequence()),
          others == 0 ? "" : "; " + others + " more such failures since the last line");
    }
  }

  @Override
  public void stale(Run run) {
    if (turn("stale") >= 0) {
      LOG.warn(
          "Handler {} ran message {} under a claim that had expired, so nothing of it is stored:"
              + " raise waybill.handler.work.lease-duration",
          handler,
          run);
    }
  }

  @Override
  public void inTheWay(Run run, Failure failure) {
    if (turn("in the way") >= 0) {
      LOG.warn(
          "Handler {} waits with message {}, no attempt is counted: {}",
          handler,
          run,
          failure.reason());
    }
  }

  @Override
  public void outage(Failure failure) {
    outages.tell("what is due in the inbox", failure.reason());
  }

  private static String text(Failure failure) {
    return failure.reason().startsWith(failure.code())
        ? failure.reason()
        : failure.code() + ": " + failure.reason();
  }

  /** How many lines were kept back since the last one; negative when this one is, too. */
  private synchronized long turn(String kind) {
    if (said.size() >= KINDS) {
      said.clear();
    }
    Said last = said.computeIfAbsent(kind, ignored -> new Said());
    Instant now = clock.instant();
    if (!last.at.equals(Instant.MIN) && now.isBefore(last.at.plus(REPEAT))) {
      last.kept++;
      return -1;
    }
    long kept = last.kept;
    last.at = now;
    last.kept = 0;
    return kept;
  }

  /** What follows, in words. */
  private static final class Consequence implements Verdict.Cases<String> {

    @Override
    public String retryIn(Verdict.RetryIn verdict) {
      return "Next attempt in " + verdict.delay().toMillis() + " ms";
    }

    @Override
    public String deadLetter(Verdict.DeadLetter verdict) {
      return "It is a dead letter";
    }

    @Override
    public String ignored(Verdict.Ignored verdict) {
      return "It is ignored";
    }

    @Override
    public String skipped(Verdict.Skipped verdict) {
      return "It is skipped";
    }

    @Override
    public String uncounted(Verdict.Uncounted verdict) {
      return "No attempt is counted";
    }
  }
}
