package dev.waybill.lab.load;

import dev.waybill.lab.check.StoredMessages;
import dev.waybill.local.history.Writes;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/** Reads the whole outbox as what has to be on the topics, and checks it against the journal. */
public final class CommittedMessages {
  private CommittedMessages() {}

  /**
   * The committed messages in the order of their keys, and those that were rolled back.
   *
   * @throws IllegalStateException when the table does not hold exactly what the journal says was
   *     committed: then the load itself is wrong, and nothing can be said about the relay
   */
  public static Writes read(DataSource relay, Journal journal) throws SQLException {
    Writes writes = StoredMessages.read(relay);
    journal.rolledBackIds().forEach(writes::rolledBack);
    Set<UUID> missing = new HashSet<>(journal.committedIds());
    Set<UUID> unknown = new HashSet<>(journal.unknownIds());
    for (UUID id : writes.committedIds()) {
      if (!missing.remove(id) && !unknown.remove(id)) {
        throw new IllegalStateException("the outbox holds " + id + ", which nobody committed");
      }
    }
    unknown.forEach(writes::rolledBack);
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "%d committed messages are not in the outbox, for example %s"
              .formatted(missing.size(), missing.iterator().next()));
    }
    return writes;
  }
}
