package dev.waybill.lab.effects;

import java.util.concurrent.CountDownLatch;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import picocli.CommandLine.Command;

/** Runs the lab's handler in a process of its own; started by a stack, not by people. */
@Command(name = EffectsCommand.NAME, hidden = true)
public final class EffectsCommand implements Runnable {
  static final String NAME = "effects-handler";

  /** Stays until a signal ends the process. */
  @Override
  public void run() {
    CountDownLatch closed = new CountDownLatch(1);
    ApplicationListener<ContextClosedEvent> onClose = event -> closed.countDown();
    new SpringApplicationBuilder(EffectsApplication.class)
        .web(WebApplicationType.NONE)
        .listeners(onClose)
        .run();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
