package dev.waybill.lab.stack;

import java.util.concurrent.CountDownLatch;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/** A Spring application without HTTP as what a process does. */
public final class SpringProcess {
  private SpringProcess() {}

  /** Runs it until a signal ends the process. */
  public static void run(Class<?> application) {
    CountDownLatch closed = new CountDownLatch(1);
    ApplicationListener<ContextClosedEvent> onClose = event -> closed.countDown();
    new SpringApplicationBuilder(application).web(WebApplicationType.NONE).listeners(onClose).run();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
