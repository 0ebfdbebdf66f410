package dev.waybill.lab.load;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** What the load knows of its own messages. Safe for use from several threads. */
public final class Journal {
  private final Set<UUID> committed = new HashSet<>();
  private final Set<UUID> rolledBack = new HashSet<>();
  private final Set<UUID> unknown = new HashSet<>();

  synchronized void committed(Collection<Message> messages) {
    messages.forEach(message -> committed.add(message.id()));
  }

  synchronized void rolledBack(Collection<Message> messages) {
    messages.forEach(message -> rolledBack.add(message.id()));
  }

  /** Notes messages whose commit was asked for and not answered. */
  synchronized void unknown(Collection<Message> messages) {
    messages.forEach(message -> unknown.add(message.id()));
  }

  /** How many messages were committed so far. */
  public synchronized int committedCount() {
    return committed.size();
  }

  /** The ids of the committed messages. */
  public synchronized Set<UUID> committedIds() {
    return Set.copyOf(committed);
  }

  /** The ids of the messages whose commit was asked for and not answered: the table knows. */
  public synchronized Set<UUID> unknownIds() {
    return Set.copyOf(unknown);
  }

  /** The ids of the messages that were rolled back, wholly or to a savepoint. */
  public synchronized Set<UUID> rolledBackIds() {
    return Set.copyOf(rolledBack);
  }
}
