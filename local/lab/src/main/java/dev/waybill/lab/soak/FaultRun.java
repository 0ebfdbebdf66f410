package dev.waybill.lab.soak;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.lab.fault.Fault;
import dev.waybill.lab.fault.Site;
import dev.waybill.lab.load.Load;
import dev.waybill.lab.witness.Arrivals;
import dev.waybill.lab.witness.ConfirmedPosition;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets the faults strike one after the other. Most wait until messages flow again after the one
 * before, some strike in the middle of the recovery. A process that ended by itself is started
 * again, as whatever runs it would.
 */
final class FaultRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int LONGEST_PAUSE_MILLIS = 2_000;
  private static final int ONE_IN_RECOVERY = 4;

  private final SoakPlan plan;
  private final Site site;
  private final Load load;
  private final Arrivals arrivals;
  private final ConfirmedPosition confirmed;
  private final Clock clock;
  private final Random random;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private int revived;

  FaultRun(
      SoakPlan plan,
      Site site,
      Load load,
      Arrivals arrivals,
      ConfirmedPosition confirmed,
      Clock clock) {
    this.plan = plan;
    this.site = site;
    this.load = load;
    this.arrivals = arrivals;
    this.confirmed = confirmed;
    this.clock = clock;
    this.random = new Random(plan.seed());
  }

  /** Strikes with all of them and returns when messages flow after the last. */
  List<Struck> run() throws Exception {
    List<Strike> strikes = new ArrayList<>();
    for (Fault fault : plan.faults()) {
      Strike strike = strike(strikes.size() + 1, fault);
      strikes.add(strike);
      boolean inRecovery = random.nextInt(ONE_IN_RECOVERY) == 0;
      if (!inRecovery || strikes.size() == plan.faults().size()) {
        strike.await();
      }
      if (!lookedAt(fault)) {
        pause(random.nextInt(LONGEST_PAUSE_MILLIS));
        confirmed.look();
      }
      load.check();
    }
    List<Struck> struck = new ArrayList<>();
    for (Strike strike : strikes) {
      struck.add(strike.await());
    }
    revive();
    return struck;
  }

  /** How many processes ended by themselves. */
  int revived() {
    return revived;
  }

  private Strike strike(int number, Fault fault) throws Exception {
    revive();
    pause(random.nextInt(LONGEST_PAUSE_MILLIS));
    Duration at = clock.elapsed();
    long from = System.nanoTime();
    Fault.Heal heal = fault.strike(site);
    Strike strike = new Strike(number, at, fault, from, flow());
    strike.report();
    long left = fault.lasting().toMillis();
    if (lookedAt(fault)) {
      int before = random.nextInt(LONGEST_PAUSE_MILLIS);
      pause(before);
      confirmed.look();
      left -= TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
    }
    pause(left);
    heal.heal();
    return strike;
  }

  /** Whether it lasts long enough to look in the middle of it. */
  private static boolean lookedAt(Fault fault) {
    return fault.lasting().toMillis() > LONGEST_PAUSE_MILLIS;
  }

  /** Commits a message as soon as the database takes it, and tells when it has arrived. */
  private CompletableFuture<Long> flow() {
    CompletableFuture<Long> flow = new CompletableFuture<>();
    threads.execute(
        () -> {
          try {
            flow.complete(arrivalOfOneMore());
          } catch (SQLException | ExecutionException e) {
            flow.completeExceptionally(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    return flow;
  }

  private long arrivalOfOneMore() throws SQLException, ExecutionException, InterruptedException {
    return load.writeBarrier(arrivals::expect).get();
  }

  private void revive() {
    site.services().stream()
        .filter(service -> service.exitCode().isPresent())
        .forEach(
            service -> {
              clock.say(
                  "%s ended by itself with exit code %d, and is started again"
                      .formatted(service.name(), service.exitCode().orElseThrow()));
              service.start();
              revived++;
            });
  }

  private static void pause(long millis) throws InterruptedException {
    if (millis > 0) {
      TimeUnit.MILLISECONDS.sleep(millis);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** A fault that struck, with what is waited for. */
  private final class Strike {
    private final int number;
    private final Duration at;
    private final Fault fault;
    private final long from;
    private final CompletableFuture<Long> flow;

    Strike(int number, Duration at, Fault fault, long from, CompletableFuture<Long> flow) {
      this.number = number;
      this.at = at;
      this.fault = fault;
      this.from = from;
      this.flow = flow;
    }

    void report() {
      var unused = flow.thenAccept(arrived -> clock.say(describe() + ": " + after(arrived)));
    }

    Struck await() throws InterruptedException {
      try {
        return new Struck(
            number,
            at,
            fault,
            Duration.ofNanos(flow.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) - from));
      } catch (TimeoutException | ExecutionException e) {
        throw CommandFailure.because(
            ExitCode.FAILURE,
            "%s at %d s: messages did not flow again within %d minutes; seed %d"
                .formatted(describe(), at.toSeconds(), PATIENCE.toMinutes(), plan.seed()),
            e.toString(),
            "see the logs of both relays beside " + site.relays().get(0).service().log(),
            e);
      }
    }

    private String describe() {
      return "fault %d of %d, %s".formatted(number, plan.faults().size(), fault.describe());
    }

    private String after(long arrived) {
      return "messages flowed again after %.1f s"
          .formatted(Duration.ofNanos(arrived - from).toMillis() / 1000.0);
    }
  }
}
