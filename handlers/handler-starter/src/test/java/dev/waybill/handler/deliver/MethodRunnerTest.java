package dev.waybill.handler.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.deliver.MethodRunner.Run;
import dev.waybill.handler.record.RawRecord;
import dev.waybill.handler.record.RefusedRecordException;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.registry.HandlerScanner;
import dev.waybill.handler.testbed.ParcelMoved;
import dev.waybill.handler.testbed.TestWorks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** What is watched of a run. */
class MethodRunnerTest {

  private final List<String> seen = new ArrayList<>();
  private final MethodRunner runner =
      new MethodRunner(handler(), Duration.ofMinutes(1), this::watch);

  @Test
  void isWatchedFromThePayloadToWhatIsWritten() {
    runner.run(run("{\"parcel\": \"a\", \"step\": 1}"), () -> seen.add("flushed"));

    assertThat(seen).containsExactly("before", "ran a", "flushed", "after");
  }

  @Test
  void hasFailedWhenWhatItLeftCannotBeWritten() {
    IllegalStateException refused = new IllegalStateException("refused");

    assertThatThrownBy(
            () ->
                runner.run(
                    run("{\"parcel\": \"a\", \"step\": 1}"),
                    () -> {
                      throw refused;
                    }))
        .isSameAs(refused);

    assertThat(seen).containsExactly("before", "ran a", "failed IllegalStateException");
  }

  @Test
  void hasFailedWhenItsPayloadCannotBeRead() {
    assertThatThrownBy(() -> runner.run(run("no json"))).isInstanceOf(RefusedRecordException.class);

    assertThat(seen).containsExactly("before", "failed RefusedRecordException");
  }

  private void watch(Run run, Runnable method) {
    seen.add("before");
    try {
      method.run();
    } catch (RuntimeException e) {
      seen.add("failed " + e.getClass().getSimpleName());
      throw e;
    }
    seen.add("after");
  }

  private static Run run(String payload) {
    Work work = TestWorks.work(0, 1);
    return new Run(
        work.message(),
        new RawRecord(null, payload.getBytes(StandardCharsets.UTF_8), List.of()),
        work.position(),
        1,
        false);
  }

  private HandlerDefinition handler() {
    StaticListableBeanFactory beans = new StaticListableBeanFactory();
    beans.addBean("noting", new Noting(seen));
    return new HandlerScanner(
            beans,
            id ->
                SubscriptionFiles.parse(
                    "parcels.yaml",
                    """
                    handler: parcels
                    owner: test-team
                    subscribes:
                      - type: parcel.moved
                        versions: [1]
                    """),
            getClass().getClassLoader())
        .scan()
        .get(0);
  }

  /** Notes that it ran. */
  @WaybillHandler(id = "parcels")
  static class Noting {

    private final List<String> seen;

    Noting(List<String> seen) {
      this.seen = seen;
    }

    @Handles(type = "parcel.moved", versions = 1)
    void on(ParcelMoved event) {
      seen.add("ran " + event.parcel());
    }
  }
}
