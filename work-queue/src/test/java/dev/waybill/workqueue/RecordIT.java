package dev.waybill.workqueue;

import static dev.waybill.workqueue.testbed.StopTable.DELIVERED;
import static dev.waybill.workqueue.testbed.StopTable.LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testsupport.servers.Servers;
import dev.waybill.workqueue.shape.StateName;
import dev.waybill.workqueue.testbed.StopTable;
import dev.waybill.workqueue.testbed.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written under a claim, and when nothing is. */
class RecordIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final Duration HOUR = Duration.ofHours(1);

  private static StopTable stops;

  private static Worker worker;
  private static Worker free;
  private static Worker other;

  @BeforeAll
  static void connect() {
    stops = StopTable.in(servers.database());
    worker = stops.worker("worker", StopTable.ORDERED);
    free = stops.worker("free", StopTable.FREE);
    other = stops.worker("other", StopTable.ORDERED);
  }

  @AfterAll
  static void disconnect() {
    Stream.of(worker, free, other).forEach(Worker::close);
    stops.close();
  }

  @BeforeEach
  void clear() {
    stops.clear();
  }

  @Test
  void countsNoAttemptWhenReleased() {
    UUID stop = stops.add("a", "p1", "waiting");
    Instant due = instant(stop, "next_attempt_at");

    for (int i = 1; i <= 5; i++) {
      Claim claim = worker.claim(1).get(0);
      assertThat(claim.attempt()).isEqualTo(1);
      assertThat(claim.fencingValue()).isEqualTo(i);
      assertThat(worker.queue().release(claim)).isEqualTo(new Recording.Recorded("pending", due));
    }

    worker.queue().retry(worker.claim(1).get(0), Duration.ZERO, "closed");
    worker.queue().release(worker.claim(1).get(0));
    assertThat(stops.state(stop)).isEqualTo("retry");
    assertThat(stops.column(stop, "attempt", Integer.class)).isEqualTo(1);
  }

  @Test
  void storesTheNextAttemptByTheDatabasesClock() {
    UUID stop = stops.add("a", "p1", "pending");
    Claim claim = worker.claim(1).get(0);
    Instant before = now();

    Recording recording = worker.queue().retry(claim, HOUR, "closed\u0000 today \uD800");

    Instant next = instant(stop, "next_attempt_at");
    assertThat(next).isBetween(before.plus(HOUR), now().plus(HOUR));
    assertThat(recording).isEqualTo(new Recording.Recorded("retry", next));
    assertThat(stops.column(stop, "last_error", String.class))
        .isEqualTo("closed\uFFFD today \uFFFD");
    assertThat(stops.column(stop, "lease_owner IS NULL", Boolean.class)).isTrue();
  }

  @Test
  void keepsTheLastErrorOfWhatSucceedsAtLast() {
    UUID stop = stops.add("a", "p1", "pending");
    worker.queue().retry(worker.claim(1).get(0), Duration.ZERO, "closed");

    worker.queue().finish(worker.claim(1).get(0), DELIVERED);

    assertThat(stops.state(stop)).isEqualTo("delivered");
    assertThat(stops.column(stop, "last_error", String.class)).isEqualTo("closed");
    assertThat(stops.column(stop, "lease_expires_at IS NULL", Boolean.class)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("writes")
  void changesNothingUnderAClaimThatAnotherFollowed(Write write) {
    UUID stop = stops.add("a", "p1", "pending");
    Claim stale = worker.claim(1).get(0);
    stops.expire(stop);
    // The same process: only the fencing value tells the two claims apart.
    Claim current = worker.claim(1).get(0);
    String before = stops.row(stop);

    assertThat(write.apply(worker.queue(), stale)).isEqualTo(new Recording.Stale(stale));

    assertThat(stops.row(stop)).isEqualTo(before);
    assertThat(write.apply(worker.queue(), current).recorded()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("writes")
  void changesNothingUnderAnotherOwner(Write write) {
    UUID stop = stops.add("a", "p1", "pending");
    Claim claim = worker.claim(1).get(0);
    Claim foreign =
        new Claim(claim.key(), "other", claim.fencingValue(), 1, claim.leaseExpiresAt());
    String before = stops.row(stop);

    assertThat(write.apply(worker.queue(), foreign).recorded()).isFalse();

    assertThat(stops.row(stop)).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("writes")
  void changesNothingThatIsNotInProcessing(Write write) {
    UUID stop = stops.add("a", "p1", "pending");
    Claim claim = worker.claim(1).get(0);
    // As if by hand, with everything else still matching.
    stops.owner().sql("UPDATE parcels.stop SET state = 'delivered'").update();
    String before = stops.row(stop);

    assertThat(write.apply(worker.queue(), claim).recorded()).isFalse();

    assertThat(stops.row(stop)).isEqualTo(before);
  }

  @Test
  void renewsOnlyALeaseThatHolds() {
    UUID stop = stops.add("a", "p1", "pending");
    Claim claim = worker.queue().claim(ClaimRequest.of("worker", HOUR, 1)).get(0);

    assertThat(worker.queue().renew(claim, HOUR.multipliedBy(2)).recorded()).isTrue();
    assertThat(instant(stop, "lease_expires_at")).isAfter(claim.leaseExpiresAt());

    stops.expire(stop);
    assertThat(worker.queue().renew(claim, HOUR).recorded()).isFalse();
    assertThat(worker.queue().start(claim).recorded()).isFalse();
    assertThat(worker.queue().finish(claim, DELIVERED).recorded()).isTrue();
  }

  @Test
  void refusesAStateInWhichNothingEnds() {
    stops.add("a", "p1", "pending");
    Claim claim = worker.claim(1).get(0);

    assertThatThrownBy(() -> worker.queue().finish(claim, new StateName("pending")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("parcels.stop: no work ends in pending");
  }

  @Test
  void recoversStaleClaimsAndNoOthers() {
    UUID stale = stops.add("a", "p1", "pending");
    UUID held = stops.add("a", "p2", "pending");
    Claim lost = worker.claim(2).get(0);
    worker.queue().start(lost);
    stops.expire(stale);

    assertThat(worker.queue().recoverStale(10, Map.of())).isEqualTo(1);

    assertThat(stops.state(stale)).isEqualTo("retry");
    assertThat(stops.state(held)).isEqualTo("processing");
    assertThat(worker.queue().finish(lost, DELIVERED).recorded()).isFalse();
    assertThat(other.claim(10)).extracting(Claim::attempt).containsExactly(2);
  }

  @Test
  void recoversWithoutAnAttemptWhatWasLostBeforeItBegan() {
    UUID stale = stops.add("a", "p1", "pending");
    worker.claim(1);
    stops.expire(stale);

    worker.queue().recoverStale(10, Map.of());

    assertThat(other.claim(10)).extracting(Claim::attempt).containsExactly(1);
  }

  @Test
  void postponesWithoutUsingAnAttempt() {
    UUID stop = stops.add("a", "p1", "pending");
    Claim claim = worker.claim(1).get(0);
    worker.queue().start(claim);

    assertThat(worker.queue().postpone(claim, HOUR).recorded()).isTrue();

    assertThat(stops.state(stop)).isEqualTo("pending");
    assertThat(other.claim(10)).isEmpty();
  }

  @Test
  void countsWhatHasNotEnded() {
    assertThat(worker.queue().count(Map.of()))
        .isEqualTo(new WorkCounts(0, 0, 0, 0, 0, Duration.ZERO));
    for (int i = 0; i < 3; i++) {
      stops.add("a", "p" + i, "pending", HOUR.negated());
    }
    List<Claim> claims = worker.claim(3);
    worker.queue().finish(claims.get(0), DELIVERED);
    stops.expire(Worker.stop(claims.get(1)));
    stops.add("a", "p2", "waiting", HOUR.negated());
    stops.add("a", "p5", "pending");
    stops.add("a", "p6", "retry", HOUR);

    WorkCounts counts = worker.queue().count(Map.of());

    assertThat(counts.oldestDueAge()).isBetween(HOUR, HOUR.plusMinutes(1));
    assertThat(counts).isEqualTo(new WorkCounts(3, 1, 2, 1, 1, counts.oldestDueAge()));
    assertThat(free.queue().count(Map.of()).pending()).isEqualTo(2);
  }

  interface Write extends BiFunction<WorkQueue, Claim, Recording> {}

  static Stream<Named<Write>> writes() {
    return Stream.of(
        Named.of("renew", (queue, claim) -> queue.renew(claim, HOUR)),
        Named.of("start", WorkQueue::start),
        Named.of("release", WorkQueue::release),
        Named.of("retry", (queue, claim) -> queue.retry(claim, HOUR, "closed")),
        Named.of("finish", (queue, claim) -> queue.finish(claim, DELIVERED)),
        Named.of("hold", (queue, claim) -> queue.finish(claim, LOST, "gone")));
  }

  private static Instant now() {
    return stops
        .owner()
        .sql("SELECT clock_timestamp()")
        .query(OffsetDateTime.class)
        .single()
        .toInstant();
  }

  private static Instant instant(UUID stop, String column) {
    return stops.column(stop, column, OffsetDateTime.class).toInstant();
  }
}
