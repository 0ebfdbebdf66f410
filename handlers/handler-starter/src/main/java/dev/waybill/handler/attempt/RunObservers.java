package dev.waybill.handler.attempt;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.deliver.MethodRunner.Run;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells several. */
public record RunObservers(List<RunObserver> all) implements RunObserver {

  public RunObservers {
    all = List.copyOf(all);
  }

  @Override
  public void completed(Run run, @Nullable Duration took) {
    all.forEach(each -> each.completed(run, took));
  }

  @Override
  public void failed(Run run, Verdict verdict, @Nullable Duration took) {
    all.forEach(each -> each.failed(run, verdict, took));
  }

  @Override
  public void settled(Verdict verdict) {
    all.forEach(each -> each.settled(verdict));
  }

  @Override
  public void known(int records) {
    all.forEach(each -> each.known(records));
  }

  @Override
  public void stale(Run run) {
    all.forEach(each -> each.stale(run));
  }

  @Override
  public void inTheWay(Run run, Failure failure) {
    all.forEach(each -> each.inTheWay(run, failure));
  }

  @Override
  public void outage(Failure failure) {
    all.forEach(each -> each.outage(failure));
  }
}
