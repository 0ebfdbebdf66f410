package dev.waybill.lab.effects;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.SubscriptionSource;
import dev.waybill.handler.status.PartitionStatus;
import dev.waybill.handler.status.StatusBoard;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
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

  /** The topic to read in place of the subscription's. */
  static final String TOPIC = "lab.effects.topic";

  /** One message in so many fails once. */
  static final String FAIL_ONE_IN = "lab.effects.fail-one-in";

  private static final long PAUSE_MS = 50;

  private final StatusBoard board;

  EffectsApplication(StatusBoard board) {
    this.board = board;
  }

  @Bean
  static Mishaps mishaps(@Value("${" + FAIL_ONE_IN + ":0}") int oneIn) {
    return new Mishaps(oneIn);
  }

  @Bean
  @ConditionalOnProperty(TOPIC)
  static SubscriptionSource subscriptionOfTopic(@Value("${" + TOPIC + "}") String topic) {
    SubscriptionSource declared =
        new ClassPathSubscriptions(EffectsApplication.class.getClassLoader());
    return handler -> onTopic(topic, declared.find(handler));
  }

  @EventListener(ApplicationReadyEvent.class)
  void ready() throws InterruptedException {
    while (!reads()) {
      Thread.sleep(PAUSE_MS);
    }
    System.out.println(READY);
  }

  private static Subscription onTopic(String topic, Subscription declared) {
    return new Subscription(
        declared.handler(),
        declared.owner(),
        topic,
        declared.layout(),
        declared.status(),
        declared.clearance(),
        declared.entries());
  }

  private boolean reads() {
    return board.all().stream()
        .flatMap(handler -> handler.partitions().values().stream())
        .anyMatch(PartitionStatus::healthy);
  }
}
