package dev.waybill.relay.testbed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Random transactions that overlap: several are open at a time, each stages under keys of its own
 * and ends when chance says so, by a commit or a rollback, with savepoints kept and undone within
 * it, and short ones commit in between. Not thread-safe.
 */
public final class Interleaving implements AutoCloseable {

  private static final int MOST_OPEN = 5;
  private static final int MOST_ROWS = 4;

  private final Load load;
  private final Random random;
  private final Deque<String> freeKeys = new ArrayDeque<>();
  private final List<Open> open = new ArrayList<>();

  public Interleaving(Load load, Random random) {
    this.load = load;
    this.random = random;
    for (int key = 1; key <= MOST_OPEN + 1; key++) {
      freeKeys.add("parcel:" + key);
    }
  }

  /** Takes some steps; whatever is open then stays so. */
  public Interleaving steps(int count) {
    for (int i = 0; i < count; i++) {
      step();
    }
    return this;
  }

  private void step() {
    int choice = random.nextInt(10);
    if (open.isEmpty() || (choice < 2 && open.size() < MOST_OPEN)) {
      // It has changes in the log from its beginning on.
      open.add(new Open(load.begin(), freeKeys.remove()).stage(1));
    } else if (choice < 4) {
      // Of a key that nobody else has now: its lock is held to the end of a transaction.
      String key = freeKeys.remove();
      load.commit(key, 1);
      freeKeys.add(key);
    } else if (choice < 6) {
      any().stage(1 + random.nextInt(MOST_ROWS));
    } else if (choice < 8) {
      Open within = any();
      within
          .transaction()
          .stageWithin(within.key(), 1 + random.nextInt(MOST_ROWS), random.nextBoolean());
    } else {
      end(any());
    }
  }

  private Open any() {
    return open.get(random.nextInt(open.size()));
  }

  /** Ends everything that is open, in an order by chance. */
  public void endAll() {
    while (!open.isEmpty()) {
      end(any());
    }
  }

  /** Every fourth is rolled back. */
  private void end(Open ending) {
    if (random.nextInt(4) == 0) {
      ending.transaction().rollback();
    } else {
      ending.transaction().commit();
    }
    freeKeys.add(ending.key());
    open.remove(ending);
  }

  @Override
  public void close() {
    open.forEach(each -> each.transaction().close());
  }

  private record Open(Load.OpenTransaction transaction, String key) {

    Open stage(int count) {
      transaction.stage(key, count);
      return this;
    }
  }
}
