package dev.waybill.lab.fault;

import java.time.Duration;

/** SIGSTOP of the broker: connections stay open and nothing is answered. */
public record FreezeBroker(Duration lasting) implements Fault {
  @Override
  public String kind() {
    return "freeze-broker";
  }

  @Override
  public String describe() {
    return "SIGSTOP of the broker for " + Dice.text(lasting);
  }

  @Override
  public Heal strike(Site site) {
    site.broker().pause();
    return site.broker()::resume;
  }
}
