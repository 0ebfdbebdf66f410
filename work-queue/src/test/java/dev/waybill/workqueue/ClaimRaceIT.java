package dev.waybill.workqueue;

import static dev.waybill.workqueue.testbed.StopTable.DELIVERED;
import static dev.waybill.workqueue.testbed.StopTable.RETURNED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testsupport.servers.Servers;
import dev.waybill.workqueue.testbed.Gate;
import dev.waybill.workqueue.testbed.StopTable;
import dev.waybill.workqueue.testbed.Worker;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The races of a claim, one schedule each. A gate in the table's condition stops a claim when it
 * has the snapshot of its first statement and no lock yet.
 */
class ClaimRaceIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static StopTable stops;

  private static Gate gate;
  private static Worker slow;
  private static Worker quick;
  private static Worker third;
  private static Worker free;
  private static Worker rival;

  @BeforeAll
  static void connect() {
    stops = StopTable.in(servers.database());
    gate = new Gate(servers.database().superuser());
    slow = stops.worker("slow", StopTable.ORDERED.where(gate.condition()));
    quick = stops.worker("quick", StopTable.ORDERED);
    third = stops.worker("third", StopTable.ORDERED);
    free = stops.worker("free", StopTable.FREE);
    rival = stops.worker("rival", StopTable.FREE);
  }

  @AfterAll
  static void disconnect() {
    Stream.of(slow, quick, third, free, rival).forEach(Worker::close);
    gate.close();
    stops.close();
  }

  @BeforeEach
  void shut() {
    stops.clear();
    gate.shut();
  }

  @AfterEach
  void open() {
    gate.open();
  }

  @Test
  void doesNotTakeWhatAnotherClaimedSinceItsSnapshot() {
    UUID stop = stops.add("a", "p1", "pending");

    List<Claim> late = meanwhile(() -> assertThat(quick.claimStops(1)).containsExactly(stop));

    assertThat(late).isEmpty();
    assertThat(stops.column(stop, "lease_owner", String.class)).isEqualTo("quick");
    assertThat(stops.column(stop, "fencing_value", Long.class)).isEqualTo(1);
  }

  @Test
  void doesNotTakeWhatWasFinishedSinceItsSnapshot() {
    UUID stop = stops.add("a", "p1", "pending");

    List<Claim> late = meanwhile(() -> quick.queue().finish(quick.claim(1).get(0), DELIVERED));

    assertThat(late).isEmpty();
    assertThat(stops.state(stop)).isEqualTo("delivered");
  }

  @Test
  void doesNotTakeARowWhoseEarlierOneWasOpenedAgainSinceItsSnapshot() {
    UUID first = stops.add("a", "p1", "pending");
    UUID second = stops.add("a", "p1", "waiting");
    quick.queue().finish(quick.claim(1).get(0), RETURNED, "nobody there");

    List<Claim> late = meanwhile(() -> stops.reopen(first));

    assertThat(late).extracting(Worker::stop).doesNotContain(second);
    assertThat(stops.state(second)).isEqualTo("waiting");
  }

  @Test
  void findsTheNextOfAGroupWhichBecameTheEarliestSinceItsSnapshot() {
    stops.add("a", "p1", "pending");
    UUID second = stops.add("a", "p1", "waiting");
    Claim first = quick.claim(1).get(0);

    meanwhile(() -> quick.queue().finish(first, DELIVERED));

    // Found by this claim or by the next, never lost.
    assertThat(quick.claimStops(1)).containsExactly(second);
  }

  @Test
  void neverHasTwoOfAGroupClaimedWhenTheEarlierOneIsOpenedAgain() {
    UUID first = stops.add("a", "p1", "pending");
    UUID second = stops.add("a", "p1", "waiting");
    quick.queue().finish(quick.claim(1).get(0), RETURNED, "nobody there");
    List<Claim> claimed =
        quick
            .transaction()
            .execute(
                status -> {
                  List<Claim> inside = quick.claim(1);
                  stops.reopen(first);
                  // The claim of the second is not committed, so nobody can see it yet.
                  assertThat(third.claimStops(1)).isEmpty();
                  return inside;
                });
    assertThat(claimed).extracting(Worker::stop).containsExactly(second);

    assertThat(third.claimStops(1)).isEmpty();

    quick.queue().finish(claimed.get(0), DELIVERED);
    assertThat(third.claimStops(1)).containsExactly(first);
  }

  @Test
  void doesNotClaimWhatAnotherIsClaiming() {
    UUID stop = stops.add("a", "p1", "pending");

    free.transaction()
        .executeWithoutResult(
            status -> {
              assertThat(free.claimStops(1)).containsExactly(stop);
              // No group that could be locked: the row's own lock is all there is.
              assertThat(rival.claimStops(1)).isEmpty();
            });

    assertThat(rival.claimStops(1)).isEmpty();
  }

  @Test
  void passesOverARowThatSomebodyHolds() {
    UUID held = stops.add("a", "p1", "pending");
    UUID next = stops.add("a", "p2", "pending");

    quick
        .transaction()
        .executeWithoutResult(
            status -> {
              quick
                  .jdbc()
                  .sql("SELECT FROM parcels.stop WHERE stop_id = ? FOR UPDATE")
                  .param(held)
                  .query((row, index) -> true)
                  .list();
              gate.open();
              assertThat(slow.claimStops(1)).containsExactly(next);
            });
  }

  /** Lets the slow worker claim, and something happen between its snapshot and its locks. */
  private List<Claim> meanwhile(Runnable change) {
    CompletableFuture<List<Claim>> claim = CompletableFuture.supplyAsync(() -> slow.claim(10));
    gate.awaitWaiting();
    change.run();
    gate.open();
    return claim.join();
  }
}
