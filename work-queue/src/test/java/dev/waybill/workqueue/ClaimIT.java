package dev.waybill.workqueue;

import static dev.waybill.workqueue.testbed.StopTable.DELIVERED;
import static dev.waybill.workqueue.testbed.StopTable.LOST;
import static dev.waybill.workqueue.testbed.StopTable.RETURNED;
import static dev.waybill.workqueue.testbed.Worker.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.testsupport.servers.Servers;
import dev.waybill.workqueue.testbed.StopTable;
import dev.waybill.workqueue.testbed.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** What is claimed, in which order, and by whom. */
class ClaimIT {

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
  void claimsInTheOrderOfNextAttemptAndThenArrival() {
    UUID third = stops.add("a", "p1", "pending");
    UUID fourth = stops.add("a", "p2", "retry");
    UUID first = stops.add("a", "p3", "pending", HOUR.negated());
    UUID second = stops.add("a", "p4", "pending", HOUR.negated());
    dueAtTheSameTime();

    assertThat(free.claimStops(3)).containsExactly(first, second, third);
    assertThat(free.claimStops(3)).containsExactly(fourth);
  }

  @Test
  void claimsNothingBeforeItIsDue() {
    UUID stop = stops.add("a", "p1", "pending", HOUR);

    assertThat(worker.claimStops(10)).isEmpty();

    stops.makeDue(stop);
    assertThat(worker.claimStops(10)).containsExactly(stop);
  }

  @Test
  void leasesWhatItClaims() {
    UUID stop = stops.add("a", "p1", "pending");
    Instant before = now();

    Claim claim = worker.queue().claim(ClaimRequest.of("me", HOUR, 1)).get(0);

    Instant after = now();
    assertThat(claim.key()).isEqualTo(new WorkKey(List.of(StopTable.DEPOT, stop)));
    assertThat(claim.attempt()).isEqualTo(1);
    assertThat(claim.fencingValue()).isEqualTo(1);
    assertThat(claim.leaseExpiresAt()).isBetween(before.plus(HOUR), after.plus(HOUR));
    assertThat(stops.state(stop)).isEqualTo("processing");
    assertThat(stops.column(stop, "lease_owner", String.class)).isEqualTo("me");
    assertThat(instant(stop, "lease_expires_at")).isEqualTo(claim.leaseExpiresAt());
    assertThat(instant(stop, "claimed_at")).isBetween(before, after);
    assertThat(stops.column(stop, "processing_started_at IS NULL", Boolean.class)).isTrue();
    assertThat(worker.queue().start(claim).recorded()).isTrue();
    assertThat(instant(stop, "processing_started_at")).isAfterOrEqualTo(after);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "waiting"})
  void claimsOnlyTheEarliestOfEachGroup(String later) {
    UUID first = stops.add("a", "p1", "pending");
    stops.add("a", "p1", later);
    UUID another = stops.add("a", "p2", later);

    assertThat(worker.claimStops(10)).containsExactly(first, another);
    assertThat(other.claimStops(10)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "waiting"})
  void claimsNothingBehindARowThatWaitsForItsNextAttempt(String later) {
    UUID first = stops.add("a", "p1", "pending");
    UUID second = stops.add("a", "p1", later);
    worker.queue().retry(worker.claim(1).get(0), HOUR, "closed");

    assertThat(worker.claimStops(10)).isEmpty();

    stops.makeDue(first);
    assertThat(worker.claimStops(10)).containsExactly(first);
    assertThat(second).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "waiting"})
  void claimsTheNextOfAGroupWhenTheEarlierOneHasFinished(String later) {
    stops.add("a", "p1", "pending");
    UUID second = stops.add("a", "p1", later);

    worker.queue().finish(worker.claim(1).get(0), RETURNED, "nobody there");

    assertThat(worker.claimStops(10)).containsExactly(second);
  }

  @Test
  void claimsNothingBehindAHeldEnd() {
    UUID first = stops.add("a", "p1", "pending");
    UUID second = stops.add("a", "p1", "waiting");
    worker.queue().finish(worker.claim(1).get(0), LOST, "gone");

    assertThat(worker.claimStops(10)).isEmpty();

    stops.reopen(first);
    worker.queue().finish(worker.claim(1).get(0), DELIVERED);
    assertThat(worker.claimStops(10)).containsExactly(second);
  }

  @Test
  void takesTurnsBetweenTenants() {
    UUID a1 = stops.add("a", "p1", "pending");
    UUID a2 = stops.add("a", "p2", "pending");
    UUID a3 = stops.add("a", "p3", "waiting");
    UUID b1 = stops.add("b", "p4", "waiting");
    UUID c1 = stops.add("c", "p5", "pending");
    UUID c2 = stops.add("c", "p6", "pending");
    dueAtTheSameTime();

    try (Worker fresh = stops.worker("fresh", StopTable.ORDERED)) {
      assertThat(fresh.claimStops(10)).containsExactly(a1, b1, c1, a2, c2, a3);
    }
  }

  /** Also when there are more tenants than candidates, and all but one have been due for long. */
  @Test
  void takesTurnsBetweenTenantsWhenFewerRowsAreClaimedThanThereAreTenants() {
    for (int tenant = 0; tenant < 9; tenant++) {
      stops.addMany(20, "big-" + tenant, "p" + tenant + "-#", "pending", HOUR.negated());
    }
    UUID small = stops.add("small", "s", "pending");

    List<UUID> claimed = IntStream.range(0, 10).mapToObj(i -> worker.claimStops(1).get(0)).toList();

    assertThat(claimed).contains(small);
    assertThat(tenants(claimed)).doesNotHaveDuplicates();
    assertThat(tenants(worker.claimStops(4))).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pending", "waiting"})
  void tenThousandRowsOfOneTenantDoNotDelayAnother(String state) {
    stops.addMany(10_000, "big", "p#", state, HOUR.negated());
    UUID small = stops.add("small", "s", state);

    assertThat(worker.claimStops(2)).hasSize(2).contains(small);
    assertThat(worker.claimStops(50)).hasSize(50);
  }

  @Test
  void claimsOnlyWhatMeetsTheCondition() {
    UUID mine = stops.add("a", "p1", "pending");
    stops.add("b", "p2", "pending");
    UUID behind = stops.add("a", "p2", "waiting");
    String condition = "work.tenant_id = ANY(string_to_array(:tenants, ','))";
    try (Worker narrow = stops.worker("narrow", StopTable.ORDERED.where(condition))) {
      ClaimRequest request = ClaimRequest.of("narrow", LONG, 10).with("tenants", "a,c");

      assertThat(narrow.queue().claim(request)).extracting(Worker::stop).containsExactly(mine);
      assertThat(narrow.queue().count(Map.of("tenants", "a")).pending()).isEqualTo(1);
    }
    assertThat(stops.state(behind)).isEqualTo("waiting");
  }

  @Test
  void claimsAgainWhenTheLeaseExpired() {
    UUID stop = stops.add("a", "p1", "pending");
    Claim lost = worker.claim(1).get(0);
    worker.queue().start(lost);
    assertThat(other.claim(1)).isEmpty();

    stops.expire(stop);
    Claim again = other.claim(1).get(0);

    assertThat(again.key()).isEqualTo(lost.key());
    assertThat(again.fencingValue()).isGreaterThan(lost.fencingValue());
    assertThat(again.attempt()).isEqualTo(2);
  }

  @Test
  void usesNoAttemptOfWorkThatWasLostBeforeItBegan() {
    UUID stop = stops.add("a", "p1", "pending");
    Claim lost = worker.claim(1).get(0);

    stops.expire(stop);
    Claim again = other.claim(1).get(0);

    assertThat(again.fencingValue()).isGreaterThan(lost.fencingValue());
    assertThat(again.attempt()).isEqualTo(1);
  }

  @Test
  void joinsTheCallersTransaction() {
    UUID stop = stops.add("a", "p1", "pending");

    worker
        .transaction()
        .executeWithoutResult(
            status -> {
              assertThat(worker.claim(1)).hasSize(1);
              status.setRollbackOnly();
            });

    assertThat(stops.state(stop)).isEqualTo("pending");
    assertThat(stops.column(stop, "fencing_value", Long.class)).isZero();
  }

  @Test
  void refusesToClaimWithAnOldSnapshot() {
    stops.add("a", "p1", "pending");
    TransactionTemplate repeatable = worker.transaction();
    repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);

    assertThatThrownBy(() -> repeatable.execute(status -> worker.claim(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("READ COMMITTED");
  }

  /** Within an hour, that is. */
  private static void dueAtTheSameTime() {
    stops
        .owner()
        .sql("UPDATE parcels.stop SET next_attempt_at = date_trunc('hour', next_attempt_at)")
        .update();
  }

  private static List<String> tenants(List<UUID> claimed) {
    return claimed.stream().map(stop -> stops.column(stop, "tenant_id", String.class)).toList();
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
