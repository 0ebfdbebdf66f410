package dev.waybill.handler.testbed;

import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.Subscription.AfterDeadLetter;
import dev.waybill.contract.subscription.Subscription.UnsupportedVersion;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.SubscriptionSource;
import java.util.List;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application with one handler, whose topic the tests choose. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ParcelApplication {

  /** With {@code test.calls=false} it is one that calls nobody. */
  @Bean
  MovesHandler parcels(JdbcClient jdbc, Environment environment) {
    return calls(environment) ? new ParcelHandler(jdbc) : new MovesHandler(jdbc);
  }

  private static boolean calls(Environment environment) {
    return environment.getProperty("test.calls", Boolean.class, true);
  }

  private static List<Subscription.Entry> entries(Subscription file, Environment environment) {
    return file.entries().stream()
        .filter(entry -> calls(environment) || !entry.type().equals("parcel.called"))
        .toList();
  }

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
        entries(file, environment));
  }
}
