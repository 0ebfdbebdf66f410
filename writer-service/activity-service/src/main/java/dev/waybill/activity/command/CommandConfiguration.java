package dev.waybill.activity.command;

import dev.waybill.activity.domain.ActivityId;
import dev.waybill.outbox.MessageIds;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Time and identities. */
@Configuration(proxyBeanMethods = false)
class CommandConfiguration {

  @Bean
  InstantSource clock() {
    return InstantSource.system();
  }

  @Bean
  Supplier<ActivityId> activityIds(MessageIds ids) {
    return () -> new ActivityId(ids.next().value());
  }
}
