package dev.waybill.handler.testbed;

import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.Subscription.AfterDeadLetter;
import dev.waybill.contract.subscription.Subscription.UnsupportedVersion;
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
    return handler -> with(files.find(handler), environment);
  }

  private static Subscription with(Subscription file, Environment environment) {
    return new Subscription(
        file.handler(),
        file.owner(),
        environment.getRequiredProperty("test.topic"),
        new Subscription.Layout(
            file.layout().partitions(),
            environment.getProperty("test.ordering", Ordering.class, Ordering.KEY)),
        file.status(),
        file.clearance(),
        new Subscription.Failing(
            environment.getProperty(
                "test.after-dead-letter", AfterDeadLetter.class, AfterDeadLetter.HOLD),
            environment.getProperty(
                "test.unsupported-version",
                UnsupportedVersion.class,
                UnsupportedVersion.DEAD_LETTER)),
        file.entries());
  }
}
