package dev.waybill.lab.fault;

import java.time.Duration;

/** SIGKILL of the handler's process. */
public record KillHandler(Duration lasting) implements Fault {
  @Override
  public String kind() {
    return "kill-handler";
  }

  @Override
  public String describe() {
    return "SIGKILL of the handler, down for " + Dice.text(lasting);
  }

  @Override
  public Heal strike(Site site) {
    site.handler().kill();
    return site.handler()::start;
  }
}
