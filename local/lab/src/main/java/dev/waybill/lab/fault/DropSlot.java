package dev.waybill.lab.fault;

import java.time.Duration;

/** The replication slot is dropped; the relay makes another and goes on from the table. */
public record DropSlot() implements Fault {
  @Override
  public String kind() {
    return "drop-slot";
  }

  @Override
  public String describe() {
    return "drop of the replication slot";
  }

  @Override
  public Duration lasting() {
    return Duration.ZERO;
  }

  @Override
  public Heal strike(Site site) throws Exception {
    site.slot().drop();
    return Heal.NOTHING;
  }
}
