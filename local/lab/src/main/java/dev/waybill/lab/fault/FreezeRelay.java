package dev.waybill.lab.fault;

import dev.waybill.lab.stack.Service;
import java.time.Duration;

/** SIGSTOP of a relay: when it goes on, another may have taken its place. */
public record FreezeRelay(Standing standing, Duration lasting) implements Fault {
  @Override
  public String kind() {
    return "freeze-relay";
  }

  @Override
  public String describe() {
    return "SIGSTOP of the %s relay for %s".formatted(standing, Dice.text(lasting));
  }

  @Override
  public Heal strike(Site site) {
    Service victim = site.relay(standing).service();
    victim.pause();
    return victim::resume;
  }
}
