package dev.waybill.handler.testbed;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.SubscriptionSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** An application with one handler, whose topic the tests choose. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(ParcelHandler.class)
public class ParcelApplication {

  @Bean
  SubscriptionSource subscriptions(Environment environment) {
    SubscriptionSource files = new ClassPathSubscriptions(getClass().getClassLoader());
    String topic = environment.getRequiredProperty("test.topic");
    return handler -> with(files.find(handler), handler, topic);
  }

  private static Subscription with(Subscription file, HandlerId handler, String topic) {
    return new Subscription(
        handler,
        file.owner(),
        topic,
        file.layout(),
        file.status(),
        file.clearance(),
        file.failing(),
        file.entries());
  }
}
