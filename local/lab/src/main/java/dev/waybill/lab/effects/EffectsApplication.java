package dev.waybill.lab.effects;

import dev.waybill.handler.status.PartitionStatus;
import dev.waybill.handler.status.StatusBoard;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/**
 * The process of the lab's handler. It serves no HTTP, and so it says when it reads a partition: a
 * kill before that would hit a process that does nothing.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(EffectsHandler.class)
class EffectsApplication {
  static final String READY = "effects handler ready";

  private static final long PAUSE_MS = 50;

  private final StatusBoard board;

  EffectsApplication(StatusBoard board) {
    this.board = board;
  }

  @EventListener(ApplicationReadyEvent.class)
  void ready() throws InterruptedException {
    while (!reads()) {
      Thread.sleep(PAUSE_MS);
    }
    System.out.println(READY);
  }

  private boolean reads() {
    return board.all().stream()
        .flatMap(handler -> handler.partitions().values().stream())
        .anyMatch(PartitionStatus::healthy);
  }
}
