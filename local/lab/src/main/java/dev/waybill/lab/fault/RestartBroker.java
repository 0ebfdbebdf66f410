package dev.waybill.lab.fault;

import dev.waybill.lab.stack.Service;
import java.time.Duration;

/**
 * The broker ends and is started again on its data.
 *
 * @param orderly by SIGTERM and not by SIGKILL
 */
public record RestartBroker(boolean orderly, Duration lasting) implements Fault {
  private static final Duration GRACE = Duration.ofSeconds(20);

  @Override
  public String kind() {
    return "restart-broker";
  }

  @Override
  public String describe() {
    return "%s of the broker, down for %s"
        .formatted(orderly ? "SIGTERM" : "SIGKILL", Dice.text(lasting));
  }

  @Override
  public Heal strike(Site site) {
    Service broker = site.broker();
    if (orderly) {
      broker.stop(GRACE);
    } else {
      broker.kill();
    }
    return () -> {
      broker.start();
      broker.awaitReady();
    };
  }
}
