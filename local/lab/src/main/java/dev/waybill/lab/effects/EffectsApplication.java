package dev.waybill.lab.effects;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** The process of the lab's handler. It says so when it is ready, since it serves no HTTP. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(EffectsHandler.class)
class EffectsApplication {
  static final String READY = "effects handler ready";

  @EventListener(ApplicationReadyEvent.class)
  void ready() {
    System.out.println(READY);
  }
}
