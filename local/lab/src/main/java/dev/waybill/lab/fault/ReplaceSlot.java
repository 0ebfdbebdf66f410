package dev.waybill.lab.fault;

import java.time.Duration;

/**
 * The replication slot is dropped and made anew by hand, so that the relay finds a slot that begins
 * too late. Which messages it will miss is known exactly, by the snapshot that belongs to the new
 * slot; these, and no others, may come late.
 */
public record ReplaceSlot() implements Fault {
  @Override
  public String kind() {
    return "replace-slot";
  }

  @Override
  public String describe() {
    return "drop of the replication slot, made anew by hand";
  }

  @Override
  public Duration lasting() {
    return Duration.ZERO;
  }

  @Override
  public Heal strike(Site site) throws Exception {
    site.slot().drop();
    site.missed().addAll(site.slot().createByHand());
    return Heal.NOTHING;
  }
}
