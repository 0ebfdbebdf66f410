package dev.waybill.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import dev.waybill.contract.wire.WireHeaders;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.handler.outcome.IgnoreMessageException;
import dev.waybill.handler.outcome.RetryAfterException;
import dev.waybill.handler.testbed.Gate;
import dev.waybill.handler.testbed.Parcel;
import dev.waybill.handler.testbed.ParcelDatabase;
import dev.waybill.handler.testbed.ParcelHandler;
import dev.waybill.handler.testbed.ParcelTestbed;
import dev.waybill.handler.testbed.RunningParcels;
import dev.waybill.testsupport.servers.Servers;
import java.net.ConnectException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What fails is tried again from the inbox, in its order, and holds up nobody else. */
class RetryIT {

  @RegisterExtension static final Servers servers = new Servers();

  @RegisterExtension final ParcelTestbed testbed = new ParcelTestbed(servers);

  /** How many messages the order is tried with: 10000 by command, few in the build. */
  private static final int MESSAGES = Integer.getInteger("waybill.handler.order-messages", 1_000);

  private static final int KEYS = 50;

  private static final Duration POLL = Duration.ofMillis(100);

  /** For a machine that does much else. */
  private static final Duration BUSY = Duration.ofMillis(500);

  @Test
  void keepsTheOrderOfEveryKeyThroughFailuresAndRebalances() {
    long seed = Long.getLong("waybill.handler.order-seed", System.nanoTime());
    System.out.println("waybill.handler.order-seed=" + seed);
    Map<UUID, Boolean> failed = new ConcurrentHashMap<>();
    Random random = new Random(seed);
    ParcelHandler.ACTS.put(
        "sometimes",
        delivery -> {
          if (failed.putIfAbsent(delivery.id().value(), true) == null) {
            throw new IllegalStateException("the first time");
          }
        });
    testbed.topic().create(3).createDeadLetters();
    Map<String, String> short0 = Map.of("waybill.handler.retry.pauses", "300ms,300ms");
    testbed.start(short0);
    RunningParcels second = testbed.start(short0);
    List<Parcel> sent = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      int key = random.nextInt(KEYS);
      String act = random.nextInt(20) == 0 ? "sometimes" : null;
      sent.add(Parcel.acting("parcel:" + key, act).to(key % 3));
      if (i == MESSAGES / 3) {
        testbed.topic().send(List.copyOf(sent));
        second.close();
      } else if (i == MESSAGES * 2 / 3) {
        testbed.topic().send(sent.subList(MESSAGES / 3 + 1, sent.size()));
        testbed.start(short0);
      }
    }
    testbed.topic().send(sent.subList(MESSAGES * 2 / 3 + 1, sent.size()));

    testbed.awaitHandled(sent);

    testbed.database().assertEachOnce(sent);
    IntStream.range(0, KEYS)
        .forEach(key -> assertThat(testbed.database().steps("parcel:" + key)).isSorted());
    assertThat(testbed.database().keptRecords()).isZero();
    assertThat(failed).isNotEmpty();
  }

  @Test
  void doesWhatTheHandlerSays() {
    AtomicInteger later = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "later",
        delivery -> {
          if (later.incrementAndGet() == 1) {
            throw new RetryAfterException(Duration.ofMillis(100), "token=abc123 is stale");
          }
        });
    ParcelHandler.ACTS.put(
        "dead",
        delivery -> {
          throw new DeadLetterException("unknown-parcel", "no such parcel");
        });
    ParcelHandler.ACTS.put(
        "ignore",
        delivery -> {
          throw new IgnoreMessageException("not ours");
        });
    testbed.topic().create(3).createDeadLetters();
    Parcel retried = Parcel.acting("parcel:0", "later").to(0);
    Parcel dead = Parcel.acting("parcel:1", "dead").to(1);
    Parcel ignored = Parcel.acting("parcel:2", "ignore").to(2);
    Parcel last = Parcel.of("parcel:2").to(2);
    testbed.topic().send(retried, dead, ignored, last);

    testbed.start(Map.of("waybill.handler.retry.pauses", "1h,1h"));
    testbed.awaitHandled(List.of(retried, last));
    testbed.awaitState(dead, "dead_letter");

    assertThat(testbed.database().state(ignored.id())).isEqualTo("ignored");
    assertThat(testbed.database().errorCode(dead.id())).isEqualTo("unknown-parcel");
    assertThat(testbed.database().lastError(retried.id()))
        .contains("token=*** is stale")
        .doesNotContain("abc123");
    testbed.database().assertEachOnce(List.of(retried, last));
  }

  /** What recording the failure writes is the database's to hold, and the dead-letter topic's. */
  @Test
  void recordsAFailureWhateverItsTextHolds() {
    String text = "\u0000 \uD83D alone \uDE00 " + "\u0000token\uD83D\uDE00".repeat(150_000);
    ParcelHandler.ACTS.put(
        "dead",
        delivery -> {
          throw new DeadLetterException("odd-text", text);
        });
    ParcelHandler.ACTS.put(
        "fail",
        delivery -> {
          throw new IllegalStateException(text);
        });
    testbed.topic().create(1).createDeadLetters();
    Parcel dead = Parcel.acting("parcel:0", "dead");
    Parcel failing = Parcel.acting("parcel:1", "fail");
    Parcel call = Parcel.acting("parcel:2", "dead").asCall();
    Parcel last = Parcel.of("parcel:3");
    testbed.topic().send(dead, failing, call, last);

    testbed.start(Map.of("waybill.handler.retry.pauses", "100ms"));
    testbed.awaitHandled(List.of(last));
    testbed.awaitDeadLetters(3);

    for (Parcel parcel : List.of(dead, call)) {
      assertThat(testbed.database().errorCode(parcel.id())).isEqualTo("odd-text");
      assertThat(testbed.database().lastError(parcel.id()))
          .startsWith("    alone    token\uD83D\uDE00 token")
          .contains("RetryIT.java:")
          .hasSizeLessThan(600);
    }
    assertThat(testbed.database().lastError(failing.id())).startsWith("IllegalStateException at");
    assertThat(testbed.topic().readDeadLetters()).hasSize(3);
    assertThat(testbed.database().effects(dead.id())).isZero();
  }

  /** A message may be there before its row can be seen: "not found" is a failure like any other. */
  @Test
  void triesAgainWhenWhatItReadsBackCannotBeSeenYet() {
    ParcelHandler.ACTS.put(
        "read back",
        delivery ->
            testbed
                .database()
                .owner()
                .sql("SELECT place FROM parcels.place WHERE place = 'not visible yet'")
                .query(String.class)
                .single());
    testbed.topic().create(1).createDeadLetters();
    Parcel early = Parcel.acting("parcel:0", "read back");
    testbed.start(ParcelTestbed.MANY_RETRIES);
    testbed
        .database()
        .locking(
            "INSERT INTO parcels.place VALUES ('not visible yet')",
            () -> {
              testbed.topic().send(early);
              await()
                  .atMost(ParcelTestbed.PATIENCE)
                  .until(() -> testbed.database().state(early.id()).equals("retry_scheduled"));
              assertThat(testbed.database().effects(early.id())).isZero();
            });

    testbed.awaitHandled(List.of(early));
    testbed.database().assertEachOnce(List.of(early));
    assertThat(testbed.database().column(early.id(), "attempt", Integer.class)).isGreaterThan(1);
    assertThat(testbed.topic().readDeadLetters()).isEmpty();
  }

  /** The stored next attempt counts, whatever the number of instances. */
  @Test
  void triesAgainWhenItIsDueAndNotSoonerWithManyInstances() {
    List<Try> tries = new CopyOnWriteArrayList<>();
    ParcelHandler.ACTS.put(
        "note",
        delivery -> {
          if (delivery.attempt() > 1) {
            tries.add(look(delivery));
          }
          throw new IllegalStateException("always");
        });
    testbed.topic().create(1).createDeadLetters();
    Map<String, String> pauses =
        Map.of(
            "waybill.handler.retry.pauses", "1s,2s",
            "waybill.handler.retry.jitter", "0");
    testbed.start(pauses);
    List<Parcel> alone = noting("alone");
    testbed.topic().send(alone);
    alone.forEach(parcel -> testbed.awaitState(parcel, "dead_letter"));
    List<Try> one = List.copyOf(tries);
    tries.clear();
    IntStream.range(0, 5).forEach(i -> testbed.start(pauses));
    List<Parcel> among = noting("among");
    testbed.topic().send(among);
    among.forEach(parcel -> testbed.awaitState(parcel, "dead_letter"));

    assertThat(one).hasSize(2 * alone.size());
    assertThat(tries).hasSize(2 * among.size());
    for (Try each : concat(one, tries)) {
      assertThat(each.late()).isBetween(0.0, seconds(POLL.plus(BUSY)));
    }
    for (int attempt : List.of(2, 3)) {
      double few = typicalGap(one, attempt);
      assertThat(few).isBetween(attempt - 1.0, attempt - 1.0 + seconds(POLL.plus(BUSY)));
      assertThat(typicalGap(tries, attempt)).isCloseTo(few, withinPercentage(20));
    }
  }

  /**
   * One more attempt, by the clock of the database.
   *
   * @param late how many seconds after its stored time it was claimed
   * @param gap seconds between the failure before it and its claim
   */
  private record Try(int attempt, double late, double gap) {}

  private Try look(Delivery delivery) {
    return testbed
        .database()
        .owner()
        .sql(
            """
            SELECT extract(epoch FROM claimed_at - next_attempt_at) AS late,
                   extract(epoch FROM claimed_at - last_failed_at) AS gap
            FROM inbox.delivery WHERE message_id = ?
            """)
        .param(delivery.id().value())
        .query(
            (row, index) ->
                new Try(delivery.attempt(), row.getDouble("late"), row.getDouble("gap")))
        .single();
  }

  private static List<Parcel> noting(String key) {
    return IntStream.range(0, 5).mapToObj(i -> Parcel.acting(key + ":" + i, "note")).toList();
  }

  /** The median. */
  private static double typicalGap(List<Try> tries, int attempt) {
    List<Double> gaps =
        tries.stream().filter(each -> each.attempt() == attempt).map(Try::gap).sorted().toList();
    return gaps.get(gaps.size() / 2);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static <T> List<T> concat(List<T> one, List<T> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  /** Whoever held them: neither a retry nor a call is stranded, and their keys go on. */
  @Test
  void takesTheClaimsOfTheDeadWhenTheirLeaseIsOver() {
    ParcelHandler.ACTS.put(
        "once",
        delivery -> {
          if (delivery.attempt() == 1) {
            throw new IllegalStateException("the first time");
          }
        });
    testbed.topic().create(1).createDeadLetters();
    Parcel retried = Parcel.acting("parcel:0", "once");
    Parcel behind = Parcel.of("parcel:0");
    Parcel call = Parcel.acting("parcel:1", "once").asCall();
    testbed.start(Map.of("waybill.handler.retry.pauses", "1h,1h,1h"));
    testbed.topic().send(retried, behind, call);
    testbed.awaitState(retried, "retry_scheduled");
    testbed.awaitState(call, "retry_scheduled");

    OffsetDateTime expiry = testbed.database().claimForTheDead(Duration.ofSeconds(1));
    testbed.awaitHandled(List.of(retried, behind, call));

    for (Parcel parcel : List.of(retried, call)) {
      OffsetDateTime claimed =
          testbed.database().column(parcel.id(), "claimed_at", OffsetDateTime.class);
      assertThat(Duration.between(expiry, claimed)).isBetween(Duration.ZERO, POLL.plus(BUSY));
      // The first failed, the second was the dead one's.
      assertThat(testbed.database().column(parcel.id(), "attempt", Integer.class)).isEqualTo(3);
    }
    testbed.database().assertEachOnce(List.of(retried, behind, call));
    assertThat(testbed.database().steps("parcel:0")).isSorted();
  }

  /** Calls are claimed one at a time, so a turn of all tenants takes as many claims. */
  @Test
  void takesTurnsBetweenTenantsHoweverMuchIsDueForOne() {
    Gate gate = new Gate();
    ParcelHandler.ACTS.put("gate", delivery -> gate.pass());
    testbed.topic().create(1);
    testbed.start(Map.of("waybill.handler.work.concurrency", "1"));
    testbed.topic().send(Parcel.acting("gate", "gate").asCall());
    gate.awaitEntered(1);
    List<Parcel> big =
        IntStream.range(0, 300).mapToObj(i -> Parcel.of("big:" + i).asCall()).toList();
    List<Parcel> small =
        IntStream.range(0, 3)
            .mapToObj(i -> Parcel.of("small:" + i).asCall().with(WireHeaders.TENANT_ID, "small"))
            .toList();
    testbed.topic().send(big);
    testbed.topic().send(small);
    testbed.awaitDeliveries(1 + big.size() + small.size());

    gate.open();

    small.forEach(parcel -> testbed.awaitState(parcel, "completed"));
    long before =
        testbed
            .database()
            .owner()
            .sql(
                """
                SELECT count(*) FROM parcels.effect
                WHERE parcel LIKE 'big:%'
                  AND effect < (SELECT max(effect) FROM parcels.effect WHERE parcel LIKE 'small:%')
                """)
            .query(Long.class)
            .single();
    assertThat(before).isLessThanOrEqualTo(small.size() + 1);
  }

  @Test
  void opensNoTransactionWhileACallHangsAndEndsItInTime() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    AtomicBoolean interrupted = new AtomicBoolean();
    ParcelHandler.ACTS.put(
        "hang",
        delivery -> {
          if (calls.incrementAndGet() == 1) {
            hangs.countDown();
            try {
              TimeUnit.HOURS.sleep(1);
            } catch (InterruptedException e) {
              interrupted.set(true);
              throw new IllegalStateException(e);
            }
          }
        });
    testbed.topic().create(1).createDeadLetters();
    Parcel call = Parcel.acting("parcel:0", "hang").asCall();
    Parcel behind = Parcel.of("parcel:0").asCall();
    Parcel other = Parcel.of("parcel:1").asCall();
    Map<String, String> quick =
        Map.of(
            "waybill.handler.work.call-timeout", "7s",
            "waybill.handler.work.lease-duration", "4500ms",
            "waybill.handler.retry.pauses", "100ms");
    testbed.start(quick);
    testbed.start(quick);
    testbed.topic().send(call, behind, other);
    assertThat(hangs.await(30, TimeUnit.SECONDS)).isTrue();
    OffsetDateTime hung = testbed.database().now();

    testbed.awaitHandled(List.of(other));
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> testbed.database().openSince(hung), open -> open == 0);
    assertThat(interrupted).as("the call still hangs").isFalse();
    assertThat(testbed.database().state(behind.id())).isIn("waiting", "pending");
    testbed.awaitHandled(List.of(call, behind));

    // The lease was renewed, so nobody else began it: the second call followed the interrupt.
    assertThat(interrupted).isTrue();
    assertThat(calls).hasValue(2);
    testbed.database().assertEachOnce(List.of(call, behind, other));
    assertThat(testbed.database().errorCode(call.id())).isEqualTo("TimeoutException");
  }

  @Test
  void standsStillWithoutUsingAttemptsWhileTheOutsideDoesNotAnswer() {
    AtomicBoolean down = new AtomicBoolean(true);
    AtomicInteger calls = new AtomicInteger();
    ParcelHandler.ACTS.put(
        "connect",
        delivery -> {
          calls.incrementAndGet();
          if (down.get()) {
            throw new IllegalStateException(new ConnectException("refused"));
          }
        });
    testbed.topic().create(1).createDeadLetters();
    List<Parcel> parcels =
        IntStream.range(0, 40).mapToObj(i -> Parcel.acting("parcel:" + i, "connect")).toList();
    RunningParcels running = testbed.start(Map.of("waybill.handler.retry.pauses", "100ms"));
    testbed.topic().send(parcels);

    await().atMost(ParcelTestbed.PATIENCE).until(() -> running.board().all().get(0).held() != null);
    await().atMost(ParcelTestbed.PATIENCE).until(() -> calls.get() >= 8);
    assertThat(testbed.database().countInState("dead_letter")).isZero();
    assertThat(testbed.database().mostAttempts()).isLessThanOrEqualTo(1);
    assertThat(running.board().all().get(0).held()).contains("does not answer");
    // As if a lock had been in their way: who reaches the outside has come past it.
    long held =
        testbed
            .database()
            .owner()
            .sql("UPDATE inbox.delivery SET in_the_way_since = now()")
            .update();
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> testbed.database().countWith("in_the_way_since IS NOT NULL") < held);

    down.set(false);
    testbed.awaitHandled(parcels);
    testbed.database().assertEachOnce(parcels);
    assertThat(running.board().all().get(0).held()).isNull();
  }

  /**
   * A lock that nobody lets go, and a sort for which the server grants too little: neither uses an
   * attempt at first, neither holds up another key, and neither goes on for ever.
   */
  @Test
  void countsWhatStaysInTheWayOnceItsTimeIsOver() {
    CompletableFuture<JdbcClient> jdbc = new CompletableFuture<>();
    ParcelHandler.ACTS.put(
        "lock",
        delivery ->
            jdbc.join()
                .sql("UPDATE parcels.place SET place = place WHERE place = 'held'")
                .update());
    ParcelHandler.ACTS.put(
        "sort",
        delivery -> {
          jdbc.join().sql("SET LOCAL work_mem = '64kB'").update();
          jdbc.join()
              .sql("SELECT n FROM generate_series(1, 100000) AS n ORDER BY md5(n::text)")
              .query(Integer.class)
              .list();
        });
    testbed.topic().create(1).createDeadLetters();
    Parcel locked = Parcel.acting("parcel:0", "lock");
    Parcel starved = Parcel.acting("parcel:1", "sort");
    Parcel other = Parcel.of("parcel:2");
    ParcelDatabase database = testbed.database();
    database.owner().sql("INSERT INTO parcels.place VALUES ('held')").update();
    alterHandler("SET temp_file_limit = '64kB'");
    try {
      RunningParcels running =
          testbed.start(Map.of("waybill.handler.outage.contention-limit", "2s"));
      jdbc.complete(running.context().getBean(JdbcClient.class));
      database.locking(
          "UPDATE parcels.place SET place = place WHERE place = 'held'",
          () -> {
            testbed.topic().send(locked, starved, other);
            testbed.awaitState(other, "completed");
            testbed.awaitState(locked, "dead_letter");
            testbed.awaitState(starved, "dead_letter");
          });
    } finally {
      alterHandler("RESET temp_file_limit");
    }

    OffsetDateTime handled = database.column(other.id(), "completed_at", OffsetDateTime.class);
    for (Parcel dead : List.of(locked, starved)) {
      assertThat(database.column(dead.id(), "attempt", Integer.class)).isEqualTo(4);
      OffsetDateTime first = database.column(dead.id(), "first_failed_at", OffsetDateTime.class);
      OffsetDateTime end = database.column(dead.id(), "ended_at", OffsetDateTime.class);
      assertThat(Duration.between(first, end)).isGreaterThan(Duration.ofSeconds(2));
      assertThat(handled).isBefore(end);
      // Whoever replays it gives it its time anew.
      assertThat(database.column(dead.id(), "in_the_way_since IS NULL", Boolean.class)).isTrue();
    }
    assertThat(database.lastError(locked.id())).contains("SQLSTATE 55P03");
    assertThat(database.lastError(starved.id())).contains("SQLSTATE 53400");
    database.assertEachOnce(List.of(other));
  }

  /**
   * The same for what a method leaves to a deferred trigger, which is in nobody's statement: a lock
   * that nobody lets go, a refusal, and a wait beyond the server's statement_timeout, in one batch.
   */
  @Test
  void boundsWhatOnlyADeferredTriggerRunsInto() {
    CompletableFuture<JdbcClient> jdbc = new CompletableFuture<>();
    for (String errand : List.of("held", "refused", "slow")) {
      ParcelHandler.ACTS.put(
          errand,
          delivery ->
              jdbc.join().sql("INSERT INTO parcels.errand VALUES (?)").param(errand).update());
    }
    ParcelDatabase database = testbed.database();
    database.owner().sql(ERRANDS).update();
    database.owner().sql("INSERT INTO parcels.place VALUES ('errand')").update();
    testbed.topic().create(1).createDeadLetters();
    Parcel before = Parcel.of("parcel:0");
    Parcel held = Parcel.acting("parcel:1", "held");
    Parcel refused = Parcel.acting("parcel:2", "refused");
    Parcel slow = Parcel.acting("parcel:3", "slow");
    Parcel after = Parcel.of("parcel:4");
    testbed.topic().send(before, held, refused, slow, after);
    alterHandler("SET statement_timeout = '2s'");
    try {
      database.locking(
          "UPDATE parcels.place SET place = place WHERE place = 'errand'",
          () -> {
            jdbc.complete(
                testbed
                    .start(Map.of("waybill.handler.outage.contention-limit", "2s"))
                    .context()
                    .getBean(JdbcClient.class));
            testbed.awaitHandled(List.of(before, after));
            for (Parcel dead : List.of(held, refused, slow)) {
              testbed.awaitState(dead, "dead_letter");
            }
          });
    } finally {
      alterHandler("RESET statement_timeout");
    }

    assertThat(database.lastError(held.id())).contains("SQLSTATE 55P03");
    assertThat(database.lastError(refused.id())).contains("SQLSTATE P0001");
    assertThat(database.lastError(slow.id())).contains("SQLSTATE 57014");
    for (Parcel dead : List.of(held, refused, slow)) {
      assertThat(database.column(dead.id(), "attempt", Integer.class)).isEqualTo(4);
    }
    OffsetDateTime first = database.column(held.id(), "first_failed_at", OffsetDateTime.class);
    OffsetDateTime end = database.column(held.id(), "ended_at", OffsetDateTime.class);
    assertThat(Duration.between(first, end)).isGreaterThan(Duration.ofSeconds(2));
    database.assertEachOnce(List.of(before, after));
    assertThat(database.owner().sql("SELECT * FROM parcels.errand").query().listOfRows()).isEmpty();
  }

  private static final String ERRANDS =
      """
      DROP TABLE IF EXISTS parcels.errand;
      CREATE TABLE parcels.errand (errand text NOT NULL);
      GRANT INSERT ON parcels.errand TO waybill_handler;
      CREATE OR REPLACE FUNCTION parcels.run_errand() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        CASE NEW.errand
          WHEN 'held' THEN PERFORM FROM parcels.place WHERE place = 'errand' FOR UPDATE;
          WHEN 'refused' THEN RAISE 'no such errand';
          WHEN 'slow' THEN PERFORM pg_sleep(20);
        END CASE;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER run_errand AFTER INSERT ON parcels.errand
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION parcels.run_errand();
      """;

  private void alterHandler(String change) {
    ParcelDatabase database = testbed.database();
    database
        .owner()
        .sql(
            "ALTER ROLE %s IN DATABASE \"%s\" %s"
                .formatted(ParcelDatabase.HANDLER, database.name(), change))
        .update();
  }

  @Test
  void readsNothingMoreWhileTooMuchWaits() {
    AtomicInteger attempts = new AtomicInteger();
    AtomicBoolean broken = new AtomicBoolean(true);
    ParcelHandler.ACTS.put(
        "first",
        delivery -> {
          attempts.incrementAndGet();
          if (broken.get()) {
            throw new IllegalStateException("not yet");
          }
        });
    testbed.topic().create(1).createDeadLetters();
    RunningParcels running =
        testbed.start(
            Map.of(
                "waybill.handler.inbox.max-waiting", "30",
                "waybill.handler.max-poll-records", "10",
                "waybill.handler.retry.pauses",
                    String.join(",", Collections.nCopies(100, "200ms"))));
    List<Parcel> parcels = new ArrayList<>(List.of(Parcel.acting("parcel:0", "first")));
    IntStream.range(0, 29).forEach(i -> parcels.add(Parcel.of("parcel:0")));
    testbed.topic().send(parcels);
    await()
        .atMost(ParcelTestbed.PATIENCE)
        .until(() -> String.valueOf(running.board().all().get(0).held()).contains("max-waiting"));
    List<Parcel> more = List.of(Parcel.of("parcel:0"), Parcel.of("parcel:1"));
    testbed.topic().send(more);
    // Were it read, it would be handled sooner than the next failed attempts.
    long failures = attempts.get();
    await().atMost(ParcelTestbed.PATIENCE).until(() -> attempts.get() >= failures + 3);
    assertThat(testbed.database().state(more.get(1).id())).isEmpty();

    broken.set(false);
    testbed.awaitHandled(parcels);
    testbed.awaitHandled(more);
    assertThat(testbed.database().steps("parcel:0")).isSorted();
  }
}
