package dev.waybill.lab.fault;

import dev.waybill.lab.stack.Service;
import java.time.Duration;

/** SIGKILL of a relay. */
public record KillRelay(Standing standing, Duration lasting) implements Fault {
  @Override
  public String kind() {
    return "kill-relay";
  }

  @Override
  public String describe() {
    return "SIGKILL of the %s relay, down for %s".formatted(standing, Dice.text(lasting));
  }

  @Override
  public Heal strike(Site site) {
    Service victim = site.relay(standing).service();
    victim.kill();
    return victim::start;
  }
}
