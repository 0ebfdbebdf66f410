package dev.waybill.handler.upkeep;

import dev.waybill.contract.subscription.HandlerId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that does a handler's chores, each at its own interval: looks whether people hold it,
 * counts, beats, purges; and once more counts and beats when it ends. A chore that fails is done
 * again at its next turn.
 */
public final class Upkeep {

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
  private static final Duration TICK = Duration.ofSeconds(1);

  private final List<Turn> turns;
  private final List<Turn> last;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;

  /**
   * @param chores done while the handler runs
   * @param last done once, when it has ended
   */
  public Upkeep(HandlerId handler, List<Chore> chores, List<Chore> last) {
    this.turns = chores.stream().map(Turn::new).toList();
    this.last = last.stream().map(Turn::new).toList();
    this.thread = new Thread(this::run, "waybill-" + handler + "-upkeep");
    this.thread.setDaemon(true);
  }

  /** Something to be done again and again. Throws what the database throws. */
  public record Chore(String name, Duration interval, Runnable action) {}

  public void start() {
    thread.start();
  }

  public boolean isAlive() {
    return ended.getCount() == 0 || thread.isAlive();
  }

  /** To be called when nothing of the handler runs any more. */
  public void end(Duration patience) throws InterruptedException {
    ended.countDown();
    thread.join(patience.toMillis());
  }

  private void run() {
    try {
      do {
        turns.forEach(Turn::take);
      } while (!ended.await(TICK.toMillis(), TimeUnit.MILLISECONDS));
      last.forEach(Turn::take);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A chore and when it is due. */
  private static final class Turn {

    private final Chore chore;
    private long dueAt = System.nanoTime();
    private boolean failing;

    private Turn(Chore chore) {
      this.chore = chore;
    }

    private void take() {
      if (System.nanoTime() - dueAt < 0) {
        return;
      }
      dueAt = System.nanoTime() + chore.interval().toNanos();
      try {
        chore.action().run();
        failing = false;
      } catch (RuntimeException e) {
        if (!failing) {
          LOG.warn("{} was not done: {}", chore.name(), e.toString());
        }
        LOG.debug("{} was not done", chore.name(), e);
        failing = true;
      }
    }
  }
}
