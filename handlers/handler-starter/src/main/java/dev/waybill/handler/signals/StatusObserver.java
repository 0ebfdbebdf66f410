package dev.waybill.handler.signals;

import dev.waybill.handler.attempt.RunObserver;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.MethodRunner.Run;
import dev.waybill.handler.status.HandlerStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps the handler's status up to date. Thread-safe. */
public record StatusObserver(HandlerStatus status) implements RunObserver {

  @Override
  public void completed(Run run, @Nullable Duration took) {
    status.succeeded(run.message().committedAt());
  }

  @Override
  public void failed(Run run, Verdict verdict, @Nullable Duration took) {
    status.failed();
  }

  @Override
  public void settled(Verdict verdict) {
    if (verdict instanceof Verdict.Skipped) {
      status.skipped();
    }
  }

  @Override
  public void known(int records) {
    status.observed();
  }

  @Override
  public void outage(Failure failure) {
    status.storeOutage();
  }
}
