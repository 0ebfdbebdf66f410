package dev.waybill.local.history;

import dev.waybill.local.history.Writes.Write;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Compares the records of one topic, one by one, with what was written. */
final class TopicChecker {
  private final String topic;
  private final Writes writes;
  private final BitSet seen = new BitSet();
  private final Map<String, Position> lastOfKey = new HashMap<>();
  private final Map<String, Long> lastLateOfKey = new HashMap<>();
  private final FindingCounter doubled = new FindingCounter();
  private final FindingCounter ghosts = new FindingCounter();
  private final FindingCounter reordered = new FindingCounter();
  private long records;
  private long late;

  TopicChecker(String topic, Writes writes) {
    this.topic = topic;
    this.writes = writes;
  }

  void received(Received record) {
    records++;
    Write write = writes.find(record.id());
    if (write == null) {
      String origin = writes.wasRolledBack(record.id()) ? " (rolled back)" : " (never written)";
      ghosts.add(() -> record + origin);
    } else if (seen.get(write.index())) {
      doubled.add(record::toString);
    } else {
      seen.set(write.index());
      checkOrder(record, write);
    }
  }

  TopicHistory history() {
    FindingCounter lost = new FindingCounter();
    writes.forEachCommitted(
        (id, write) -> {
          if (!seen.get(write.index())) {
            lost.add(() -> "%s (number %d of key %s)".formatted(id, write.order(), write.key()));
          }
        });
    return new TopicHistory(
        topic,
        records,
        lost.finding(),
        doubled.finding(),
        ghosts.finding(),
        reordered.finding(),
        late);
  }

  private void checkOrder(Received record, Write write) {
    Position last = lastOfKey.get(write.key());
    if (last != null && last.partition() != record.partition()) {
      reordered.add(() -> record + ": key " + write.key() + " is also in " + last.partition());
    } else if (last != null && last.order() > write.order() && mayBeLate(record, write)) {
      lastLateOfKey.put(write.key(), write.order());
      late++;
    } else if (last != null && last.order() > write.order()) {
      reordered.add(
          () ->
              "%s: number %d of key %s after number %d"
                  .formatted(record, write.order(), write.key(), last.order()));
    } else {
      lastOfKey.put(write.key(), new Position(record.partition(), write.order()));
    }
  }

  /** Late ones keep the order among themselves. */
  private boolean mayBeLate(Received record, Write write) {
    return record.flagged()
        && writes.mayArriveLate(record.id())
        && lastLateOfKey.getOrDefault(write.key(), Long.MIN_VALUE) < write.order();
  }

  private record Position(int partition, long order) {}
}
