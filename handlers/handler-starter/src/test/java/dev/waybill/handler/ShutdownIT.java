package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.waybill.handler.testbed.Gate;
import dev.waybill.handler.testbed.LogLines;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.testsupport.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The service stops while its handler is at work. */
class ShutdownIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  private final Gate gate = new Gate();

  @Test
  void letsACallAndARetryEndAndBeginsNothingMore() {
    ParcelHandler.ACTS.put("hold", delivery -> gate.pass());
    ParcelHandler.ACTS.put("hold-later", delivery -> onceFailed(delivery, gate::pass));
    ParcelHandler.ACTS.put("once", delivery -> onceFailed(delivery, () -> {}));
    testbed.topic().create(1);
    Parcel call = Parcel.acting("parcel:0", "hold").asCall();
    Parcel retried = Parcel.acting("parcel:1", "hold-later");
    Parcel next = Parcel.acting("parcel:2", "once");
    Map<String, String> settings =
        Map.of("waybill.handler.idle-timeout", "30s", "waybill.handler.retry.pauses", "100ms");
    RunningParcels stopped = testbed.start(settings);
    testbed.topic().send(call, retried);
    gate.awaitEntered(2);
    testbed.topic().send(next);
    testbed.awaitState(next, "retry_scheduled");

    try (LogLines log = new LogLines()) {
      CompletableFuture<Void> closing = CompletableFuture.runAsync(stopped::close);
      // The workers are told before the consumer leaves its group.
      testbed.awaitMembers(0);
      assertThat(closing).isNotDone();
      gate.open();
      closing.join();

      assertThat(log.atLeast(Level.WARN)).noneMatch(line -> line.contains("still busy"));
      assertThat(log.atLeast(Level.INFO))
          .anySatisfy(
              line -> assertThat(line).contains("has ended", "unfinished in its inbox: 1,"));
    }
    assertThat(testbed.database().state(call.id())).isEqualTo("completed");
    assertThat(testbed.database().state(retried.id())).isEqualTo("completed");
    assertThat(testbed.database().state(next.id())).isEqualTo("retry_scheduled");
    assertThat(testbed.database().column(next.id(), "fencing_value", Long.class)).isZero();

    testbed.start(settings);
    testbed.awaitHandled(List.of(next));
    testbed.database().assertEachOnce(List.of(call, retried, next));
  }

  @Test
  void interruptsWhatDoesNotEndInTimeAndItRunsAgainWithTheAttemptThatItHad() {
    AtomicInteger attempts = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "hang",
        delivery -> {
          attempts.set(delivery.attempt());
          if (begun.incrementAndGet() == 1) {
            gate.pass();
          }
        });
    ParcelHandler.ACTS.put(
        "hang-later",
        delivery ->
            onceFailed(
                delivery,
                () -> {
                  if (begun.incrementAndGet() <= 2) {
                    gate.pass();
                  }
                }));
    testbed.topic().create(1);
    Parcel call = Parcel.acting("parcel:0", "hang").asCall();
    Parcel retried = Parcel.acting("parcel:1", "hang-later");
    Map<String, String> settings =
        Map.of(
            "waybill.handler.work.shutdown-timeout", "1s",
            "waybill.handler.idle-timeout", "30s",
            "waybill.handler.retry.pauses", "100ms");
    RunningParcels stopped = testbed.start(settings);
    testbed.topic().send(call);
    gate.awaitEntered(1);
    testbed.topic().send(retried);
    gate.awaitEntered(1);

    long since = System.nanoTime();
    stopped.close();

    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(5));
    assertThat(testbed.database().leases()).isZero();
    assertThat(testbed.database().column(call.id(), "attempt", Integer.class)).isZero();
    assertThat(testbed.database().column(retried.id(), "attempt", Integer.class)).isEqualTo(1);

    testbed.start(settings);
    testbed.awaitHandled(List.of(call, retried));
    testbed.database().assertEachOnce(List.of(call, retried));
    assertThat(attempts).hasValue(1);
  }

  @Test
  void givesBackWhatItClaimedAndHasNotBegun() {
    ParcelHandler.ACTS.put("hold-later", delivery -> onceFailed(delivery, gate::pass));
    testbed.topic().create(1);
    List<Parcel> parcels =
        IntStream.range(0, 4).mapToObj(i -> Parcel.acting("parcel:" + i, "hold-later")).toList();
    RunningParcels stopped =
        testbed.start(
            Map.of(
                "test.calls", "false",
                "waybill.handler.idle-timeout", "30s",
                "waybill.handler.work.concurrency", "1",
                "waybill.handler.retry.pauses", "1h"));
    testbed.topic().send(parcels);
    parcels.forEach(parcel -> testbed.awaitState(parcel, "retry_scheduled"));
    testbed.database().makeDue();
    gate.awaitEntered(1);
    assertThat(testbed.database().leases()).isEqualTo(parcels.size());

    CompletableFuture<Void> closing = CompletableFuture.runAsync(stopped::close);
    testbed.awaitMembers(0);
    gate.open();
    closing.join();

    assertThat(testbed.database().leases()).isZero();
    assertThat(testbed.database().countInState("completed")).isEqualTo(1);
    assertThat(testbed.database().countInState("retry_scheduled")).isEqualTo(3);
    assertThat(testbed.database().mostAttempts()).isEqualTo(2);
    testbed.database().assertInboxMatchesEffects();
  }

  private static void onceFailed(Delivery delivery, Runnable then) {
    if (delivery.attempt() == 1) {
      throw new IllegalStateException("the first time");
    }
    then.run();
  }
}
