package dev.waybill.cli.relay;

import org.jspecify.annotations.Nullable;

/**
 * A row of {@code outbox.relay_installation}, beside what this server is.
 *
 * @param slot the name of its replication slot
 * @param caughtUp false while rows are to be published from the table before anything is streamed
 * @param verifiedSeq no row up to this number is missing from the ledger
 * @param place where the slot was last there
 * @param here what this server is
 */
record Installed(String slot, boolean caughtUp, long verifiedSeq, Place place, Here here) {

  /** Whether this is the database, or a copy of it; a re-created one is neither. */
  boolean sameDatabase() {
    return place.database().equals(here.database());
  }

  /** Whether the server went on from a backup or was promoted since. */
  boolean otherTimeline() {
    Long known = place.timeline();
    return known != null && known != here.timeline();
  }

  /**
   * Where the relay was installed.
   *
   * @param database cluster and oid
   * @param address as the relay was told to reach it; null when an older relay installed it
   * @param timeline null when an older relay installed it
   */
  record Place(String database, @Nullable String address, @Nullable Long timeline) {}

  /**
   * This server.
   *
   * @param database cluster and oid
   */
  record Here(String database, long timeline, boolean standby) {}
}
