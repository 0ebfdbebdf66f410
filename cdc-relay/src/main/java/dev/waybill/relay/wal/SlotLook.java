package dev.waybill.relay.wal;

import org.jspecify.annotations.Nullable;

/**
 * What the server says about the slot at one moment.
 *
 * @param slot its name
 * @param active whether somebody reads it
 * @param walStatus {@code reserved}, {@code extended}, {@code unreserved} or {@code lost}; empty
 *     when there is no slot
 * @param retained bytes from its restart position to the end of the log: what the server keeps
 * @param unconfirmed bytes from its confirmed position to the end of the log: what the relay has
 *     not done yet
 * @param safe bytes that may still be written before the server gives the slot up; null where
 *     {@code max_slot_wal_keep_size} sets no limit
 * @param oldest the oldest transaction that writes, which the restart position cannot pass
 */
public record SlotLook(
    String slot,
    boolean active,
    String walStatus,
    long retained,
    long unconfirmed,
    @Nullable Long safe,
    @Nullable WalHolder oldest) {

  /** What is known before the first look, and what there is to know without a slot. */
  public static SlotLook none(String slot) {
    return new SlotLook(slot, false, "", 0, 0, null, null);
  }

  /** Bytes that are confirmed and kept all the same. */
  public long held() {
    return Math.max(0, retained - unconfirmed);
  }

  /** How much is kept, for a person. */
  String describe() {
    return "slot " + slot + " keeps " + megabytes(retained) + " of log";
  }

  static String megabytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
