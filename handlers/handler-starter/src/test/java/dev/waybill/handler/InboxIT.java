package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import dev.waybill.handler.testbed.LogLines;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.testsupport.servers.Servers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Inbox row, effect and position are one: all of them or none, once for each message. */
class InboxIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  @Test
  void handlesAHundredCopiesOnceWithoutAComplaint() {
    Parcel parcel = Parcel.of("parcel:1");
    Parcel last = Parcel.of("parcel:1");
    try (LogLines log = new LogLines()) {
      testbed.topic().create(3);
      // The other instance's ids are waited for, however busy the machine is.
      Map<String, String> patient = Map.of("waybill.handler.lock-timeout", "10s");
      testbed.start(patient);
      testbed.start(patient);
      testbed.awaitMembers(2);
      // Batches of ten to all partitions, and so to both instances at once, then one by one.
      testbed.topic().send(IntStream.range(0, 30).mapToObj(i -> parcel.to(i % 3)).toList());
      for (int batch = 0; batch < 5; batch++) {
        testbed.topic().send(Collections.nCopies(10, parcel.to(batch % 3)));
      }
      IntStream.range(0, 20).forEach(i -> testbed.topic().send(parcel.to(i % 3)));
      testbed.topic().send(last);

      testbed.awaitHandled(List.of(parcel, last));

      testbed.database().assertEachOnce(List.of(parcel, last));
      assertThat(log.atLeast(Level.WARN)).isEmpty();
    }
  }

  @Test
  void keepsTheOrderOfAKeyAndSkipsWhatWasRolledBackInKafka() {
    testbed.topic().create(1);
    List<Parcel> parcels = IntStream.range(0, 50).mapToObj(i -> Parcel.of("parcel:1")).toList();
    testbed.topic().send(parcels.subList(0, 25));
    testbed.topic().sendAborted(Parcel.of("parcel:1"));
    testbed.topic().send(parcels.subList(25, 50));

    testbed.start();
    testbed.awaitHandled(parcels);

    testbed.database().assertEachOnce(parcels);
    assertThat(testbed.database().steps("parcel:1")).isSorted();
    assertThat(
            testbed
                .database()
                .owner()
                .sql("SELECT record_offset FROM inbox.delivery ORDER BY arrival")
                .query(Long.class)
                .list())
        .isSorted();
  }

  @Test
  void leavesNothingOfADeliveryThatFailsAfterWriting() {
    AtomicBoolean broken = new AtomicBoolean(true);
    AtomicInteger attempts = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          attempts.set(delivery.attempt());
          if (broken.get()) {
            throw new IllegalStateException("secret of the payload");
          }
        });
    testbed.topic().create(2);
    List<Parcel> before = parcels(5, 0);
    Parcel failing = Parcel.acting("parcel:0", "fail").to(0);
    List<Parcel> after = parcels(5, 0);
    List<Parcel> others = parcels(20, 1);
    testbed.topic().send(concat(before, List.of(failing), after, others));

    try (LogLines log = new LogLines()) {
      RunningParcels running = testbed.start(ParcelTestbed.MANY_RETRIES);
      await().atMost(ParcelTestbed.PATIENCE).until(() -> attempts.get() >= 3);
      testbed.awaitHandled(concat(before, others));

      testbed.database().assertEachOnce(concat(before, others));
      assertThat(after)
          .allSatisfy(
              parcel -> assertThat(testbed.database().state(parcel.id())).isEqualTo("waiting"));
      assertThat(log.atLeast(Level.WARN)).hasSize(1);
      assertThat(log.atLeast(Level.WARN).get(0))
          .contains(failing.id().toString(), "parcel:0", "-0@5", "attempt 1", "InboxIT.java:")
          .doesNotContain("secret");
      assertThat(running.board().all().get(0).isHealthy()).isTrue();
      broken.set(false);
      testbed.awaitHandled(concat(List.of(failing), after));
      testbed.database().assertEachOnce(concat(before, List.of(failing), after, others));
      assertThat(testbed.database().steps("parcel:0")).isSorted();
      assertThat(testbed.database().keptRecords()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {AssertionError.class, StackOverflowError.class})
  void takesAnErrorForAFailureOfThatDelivery(Class<? extends Error> kind) {
    AtomicBoolean broken = new AtomicBoolean(true);
    AtomicInteger attempts = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "err",
        delivery -> {
          attempts.set(delivery.attempt());
          if (broken.get()) {
            throw BeanUtils.instantiateClass(kind);
          }
        });
    testbed.topic().create(2);
    Parcel failing = Parcel.acting("parcel:0", "err").to(0);
    List<Parcel> others = parcels(10, 1);
    testbed.topic().send(concat(List.of(failing), others));

    RunningParcels running = testbed.start(ParcelTestbed.MANY_RETRIES);
    await().atMost(ParcelTestbed.PATIENCE).until(() -> attempts.get() >= 3);
    testbed.awaitHandled(others);

    assertThat(running.board().all().get(0).isListening()).isTrue();
    assertThat(testbed.database().errorCode(failing.id())).isEqualTo(kind.getSimpleName());
    testbed.database().assertEachOnce(others);

    broken.set(false);
    testbed.awaitHandled(List.of(failing));
    testbed.database().assertEachOnce(concat(List.of(failing), others));
  }

  @Test
  void leavesNothingOfADeliveryWhoseCommitFails() {
    AtomicBoolean broken = new AtomicBoolean(true);
    AtomicInteger attempts = new AtomicInteger();
    RunningParcels[] running = new RunningParcels[1];
    ParcelHandler.ACTS.put(
        "visit",
        delivery -> {
          attempts.set(delivery.attempt());
          if (broken.get()) {
            running[0]
                .context()
                .getBean(JdbcClient.class)
                .sql("INSERT INTO parcels.visit VALUES ('nowhere')")
                .update();
          }
        });
    testbed.topic().create(2);
    List<Parcel> before = parcels(6, 0);
    Parcel failing = Parcel.acting("parcel:0", "visit").to(0);
    List<Parcel> after = parcels(6, 0);
    List<Parcel> others = parcels(10, 1);
    running[0] = testbed.start(ParcelTestbed.MANY_RETRIES);
    testbed.topic().send(concat(before, List.of(failing), after, others));

    await().atMost(ParcelTestbed.PATIENCE).until(() -> attempts.get() >= 2);
    testbed.awaitHandled(concat(before, others));
    testbed.database().assertEachOnce(concat(before, others));

    broken.set(false);
    testbed.awaitHandled(after);
    testbed.database().assertEachOnce(concat(before, List.of(failing), after, others));
  }

  @Test
  void waitsForALockedRowWithoutCountingAnAttempt() throws InterruptedException {
    testbed.topic().create(2);
    RunningParcels running = testbed.start();
    JdbcClient jdbc = running.context().getBean(JdbcClient.class);
    testbed.database().owner().sql("INSERT INTO parcels.place VALUES ('gate')").update();
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger attempt = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "gate",
        delivery -> {
          calls.incrementAndGet();
          attempt.set(delivery.attempt());
          jdbc.sql("UPDATE parcels.place SET place = place WHERE place = 'gate'").update();
        });
    Parcel waiting = Parcel.acting("parcel:0", "gate").to(0);
    List<Parcel> others = parcels(10, 1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder = holdGate(release);
    testbed.topic().send(waiting);
    await().atMost(ParcelTestbed.PATIENCE).until(() -> calls.get() >= 2);
    List<Parcel> neighbours = List.of(Parcel.of("parcel:9").to(0), Parcel.of("parcel:9").to(0));
    testbed.topic().send(concat(others, neighbours));
    testbed.awaitHandled(concat(others, neighbours));

    release.countDown();
    holder.join();
    testbed.awaitHandled(List.of(waiting));

    assertThat(attempt).hasValue(1);
    testbed.database().assertEachOnce(concat(List.of(waiting), others, neighbours));
  }

  /** A default for requests, which a batch of many deliveries would share. */
  @Test
  void chargesNobodyForTheTimeThatABatchTakes() {
    testbed.topic().create(1);
    List<Parcel> slow =
        IntStream.range(0, 8).mapToObj(i -> Parcel.acting("parcel:" + i, "slow")).toList();
    AtomicInteger calls = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "slow",
        delivery -> {
          calls.incrementAndGet();
          testbed.database().owner().sql("SELECT pg_sleep(0.3)").query((row, i) -> true).single();
        });
    testbed.topic().send(slow);
    testbed.start(Map.of("spring.transaction.default-timeout", "1s"));
    testbed.awaitHandled(slow);

    assertThat(calls).hasValue(8);
    testbed.database().assertEachOnce(slow);
  }

  @Test
  void runsWorkThatOutlivesThePollIntervalOnce() {
    Map<String, String> short2s =
        Map.of(
            "waybill.handler.max-poll-interval", "2s",
            "waybill.handler.max-poll-records", "10",
            "waybill.handler.longest-handler", "50ms",
            "waybill.handler.idle-timeout", "60s");
    testbed.topic().create(1);
    CountDownLatch taken = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "long",
        delivery -> {
          if (calls.incrementAndGet() == 1) {
            // Goes on when the group gave the partition away, which it does after two seconds.
            awaitQuietly(taken);
          }
        });
    RunningParcels first = testbed.start(short2s);
    Parcel slow = Parcel.acting("parcel:0", "long");
    testbed.topic().send(slow);
    await().atMost(ParcelTestbed.PATIENCE).until(() -> calls.get() == 1);
    RunningParcels second = testbed.start(short2s);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> !second.board().all().get(0).partitions().isEmpty());
    taken.countDown();
    testbed.awaitHandled(List.of(slow));
    List<Parcel> more = parcels(3, 0);
    testbed.topic().send(more);
    testbed.awaitHandled(more);

    testbed.database().assertEachOnce(concat(List.of(slow), more));
    assertThat(calls).hasValue(1);
    assertThat(first.context().isRunning()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void handlesNothingInTransactionsOfAnotherDataSource(boolean autoCommit) {
    testbed.topic().create(2);
    testbed.topic().send(concat(parcels(3, 0), parcels(3, 1)));

    try (LogLines log = new LogLines()) {
      RunningParcels running =
          testbed.start(
              Map.of("spring.datasource.hikari.auto-commit", Boolean.toString(autoCommit)),
              ForeignTransactions.class);
      await()
          .atMost(ParcelTestbed.PATIENCE)
          .until(
              () ->
                  running.board().all().get(0).partitions().values().stream()
                          .filter(status -> status.describe().contains("does not govern"))
                          .count()
                      == 2);

      assertThat(running.board().all().get(0).isHealthy()).isFalse();
      assertThat(log.atLeast(Level.WARN))
          .anySatisfy(line -> assertThat(line).contains("does not govern", "@Primary"));
    }
    assertThat(testbed.database().deliveries()).isZero();
    testbed.database().assertEachOnce(List.of());
  }

  /** A manager of connections that are not the handlers'. */
  static class ForeignTransactions {

    @Bean
    PlatformTransactionManager transactionManager(Environment environment) {
      return new JdbcTransactionManager(
          new DriverManagerDataSource(
              environment.getRequiredProperty("spring.datasource.url"),
              environment.getRequiredProperty("spring.datasource.username"),
              environment.getRequiredProperty("spring.datasource.password")));
    }
  }

  private Thread holdGate(CountDownLatch release) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () ->
                testbed
                    .database()
                    .locking(
                        "UPDATE parcels.place SET place = place",
                        () -> {
                          held.countDown();
                          awaitQuietly(release);
                        }));
    holder.start();
    assertThat(held.await(10, TimeUnit.SECONDS)).isTrue();
    return holder;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      if (!latch.await(ParcelTestbed.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody let it go on");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Parcel> parcels(int count, int partition) {
    return IntStream.range(0, count)
        .mapToObj(i -> Parcel.of("parcel:" + partition).to(partition))
        .toList();
  }

  @SafeVarargs
  private static List<Parcel> concat(List<Parcel>... lists) {
    List<Parcel> all = new ArrayList<>();
    for (List<Parcel> list : lists) {
      all.addAll(list);
    }
    return all;
  }
}
