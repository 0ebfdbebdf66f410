package dev.waybill.relay.wal;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that has written something and has not ended.
 *
 * @param transaction its number, which tells it from a later one of the same connection
 * @param who the server process and its application, or the name of the prepared transaction
 * @param state what the process does, {@code idle in transaction} for instance; null when hidden
 * @param ageSeconds since it began; null when the server hides that from the relay's role
 * @param remedy what a person does about it
 */
public record WalHolder(
    String transaction,
    String who,
    @Nullable String state,
    @Nullable Double ageSeconds,
    String remedy) {

  /** Who it is, for a person. */
  public String describe() {
    if (ageSeconds == null) {
      return who
          + " (state and age are hidden from the relay's role; GRANT pg_read_all_stats shows them)";
    }
    return who + (state == null ? "" : ", " + state) + ", for " + Math.round(ageSeconds) + " s";
  }
}
