package dev.waybill.workqueue;

import static dev.waybill.workqueue.testbed.StopTable.DELIVERED;
import static dev.waybill.workqueue.testbed.StopTable.RETURNED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testsupport.servers.Servers;
import dev.waybill.workqueue.testbed.HistoryOracle;
import dev.waybill.workqueue.testbed.StopChange;
import dev.waybill.workqueue.testbed.StopTable;
import dev.waybill.workqueue.testbed.Worker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Several workers finish, fail, give back, crash, and come back late with claims that others have
 * by then, while ended stops are opened again. Afterwards an oracle reads the history.
 *
 * <p>{@code -Dwaybill.test.seed=N} repeats the choices of a run; the schedule of the threads
 * differs.
 */
class RandomClaimsIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final int WORKERS = 4;
  private static final int STOPS = 240;
  private static final int PARCELS = 40;

  /**
   * Lost ones must expire before the end of the test, and some of the late ones before their use.
   */
  private static final Duration SHORT = Duration.ofMillis(40);

  private static StopTable stops;

  private final long seed = Long.getLong("waybill.test.seed", System.nanoTime());

  @BeforeAll
  static void create() {
    stops = StopTable.in(servers.database());
  }

  @AfterAll
  static void close() {
    stops.close();
  }

  @BeforeEach
  void fill() {
    stops.clear();
    SplittableRandom random = new SplittableRandom(seed);
    List<String> states = List.of("pending", "waiting");
    for (int i = 0; i < STOPS; i++) {
      int parcel = random.nextInt(PARCELS);
      stops.add("tenant-" + parcel % 3, "p" + parcel, states.get(random.nextInt(2)));
    }
  }

  @Test
  void keepsItsPromisesThroughCrashesRetriesAndReplays() {
    System.out.println("RandomClaimsIT: -Dwaybill.test.seed=" + seed);
    Map<Long, String> parcels = parcels();

    List<Write> writes = workAll();

    List<StopChange> history = StopChange.all(stops.owner());
    assertThat(new HistoryOracle(parcels).judge(history)).as("seed " + seed).isEmpty();
    assertThat(openStops()).isZero();
    assertWritesMatch(writes, history);
    assertThat(writes).as("the run had late claims").anyMatch(write -> !write.recorded());
  }

  /** What a worker was told is what happened: recorded once and only once, or nothing changed. */
  private static void assertWritesMatch(List<Write> writes, List<StopChange> history) {
    Map<Write, Long> told = new HashMap<>();
    for (Write write : writes) {
      told.merge(
          new Write(write.stop(), write.fencing(), true), write.recorded() ? 1L : 0L, Long::sum);
    }
    told.forEach(
        (write, count) ->
            assertThat(HistoryOracle.ends(history, write.stop(), write.fencing()))
                .as("ends of %s", write)
                .isEqualTo(count));
  }

  private List<Write> workAll() {
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    try {
      List<CompletableFuture<List<Write>>> running =
          IntStream.range(0, WORKERS)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> work(i), threads))
              .toList();
      return running.stream().flatMap(future -> future.join().stream()).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Write> work(int number) {
    try (Worker worker = stops.worker("worker-" + number, StopTable.ORDERED)) {
      RandomWorker random = new RandomWorker(worker, new SplittableRandom(seed + number));
      do {
        random.step();
      } while (openStops() > 0);
      random.comeBackLate();
      return random.writes;
    }
  }

  private static long openStops() {
    return stops
        .owner()
        .sql("SELECT count(*) FROM parcels.stop WHERE state NOT IN ('delivered', 'returned')")
        .query(Long.class)
        .single();
  }

  private static Map<Long, String> parcels() {
    Map<Long, String> parcels = new HashMap<>();
    stops
        .owner()
        .sql("SELECT arrival, parcel FROM parcels.stop")
        .query(
            row -> {
              parcels.put(row.getLong("arrival"), row.getString("parcel"));
            });
    return parcels;
  }

  /** The answer to an attempt to end a claim. */
  private record Write(UUID stop, long fencing, boolean recorded) {}

  /** Chooses what becomes of each claim. */
  private static final class RandomWorker {
    private final Worker worker;
    private final SplittableRandom random;
    private final Deque<Claim> late = new ArrayDeque<>();
    private final List<Write> writes = new ArrayList<>();
    private int replays = 6;

    RandomWorker(Worker worker, SplittableRandom random) {
      this.worker = worker;
      this.random = random;
    }

    void step() {
      boolean longLease = random.nextInt(3) > 0;
      Duration lease = longLease ? Worker.LONG : SHORT;
      for (Claim claim :
          worker.queue().claim(ClaimRequest.of(worker.name(), lease, 1 + random.nextInt(6)))) {
        int choice = random.nextInt(10);
        if (choice == 0 && !longLease) {
          continue; // The process is gone.
        }
        if (choice <= 2) {
          late.add(claim);
        } else {
          end(claim);
        }
      }
      if (late.size() > 3) {
        end(late.remove());
      }
      if (replays > 0 && random.nextInt(4) == 0) {
        replay();
      }
      if (random.nextInt(10) == 0) {
        comeBackLate();
      }
    }

    void comeBackLate() {
      while (!late.isEmpty()) {
        end(late.remove());
      }
    }

    private void end(Claim claim) {
      worker.queue().start(claim);
      Recording recording = record(claim);
      writes.add(new Write(Worker.stop(claim), claim.fencingValue(), recording.recorded()));
    }

    private Recording record(Claim claim) {
      return switch (random.nextInt(8)) {
        case 0 -> worker.queue().release(claim);
        case 1, 2 -> worker.queue().retry(claim, Duration.ofMillis(random.nextInt(20)), "closed");
        case 3 -> worker.queue().finish(claim, RETURNED, "nobody there");
        default -> worker.queue().finish(claim, DELIVERED);
      };
    }

    /** Opens an ended stop again, and notes when that was certainly visible. */
    private void replay() {
      worker
          .jdbc()
          .sql("SELECT stop_id FROM parcels.stop WHERE state = 'returned' ORDER BY arrival LIMIT 1")
          .query(UUID.class)
          .optional()
          .ifPresent(
              stop -> {
                replays--;
                stops.reopen(stop);
                stops
                    .owner()
                    .sql(
                        """
                        UPDATE parcels.stop_history SET settled_at = clock_timestamp()
                        WHERE stop_id = ? AND old_state = 'returned' AND settled_at IS NULL
                        """)
                    .param(stop)
                    .update();
              });
    }
  }
}
