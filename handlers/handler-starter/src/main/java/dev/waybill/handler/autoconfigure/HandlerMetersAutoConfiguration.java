package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.consume.HandlerAssembly;
import dev.waybill.handler.signals.HandlerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Meters of the handlers, where the application has a registry for them. */
@AutoConfiguration
@ConditionalOnClass(MeterRegistry.class)
public final class HandlerMetersAutoConfiguration {

  @Bean
  HandlerAssembly.Meters waybillHandlerMeters(ObjectProvider<MeterRegistry> registries) {
    return (handler, status) ->
        Optional.ofNullable(registries.getIfUnique())
            .map(registry -> new HandlerMeters(registry, handler.id(), handler.topic(), status));
  }
}
