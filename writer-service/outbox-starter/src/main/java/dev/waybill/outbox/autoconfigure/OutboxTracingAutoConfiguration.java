package dev.waybill.outbox.autoconfigure;

import dev.waybill.outbox.Origin;
import dev.waybill.outbox.trace.TracerOrigin;
import io.micrometer.tracing.Tracer;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Gives messages the trace context of Micrometer's tracer, in an application that has one. */
@AutoConfiguration(
    before = OutboxAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.tracing.brave.autoconfigure.BraveAutoConfiguration",
      "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure.OpenTelemetryTracingAutoConfiguration"
    })
@ConditionalOnClass(Tracer.class)
@ConditionalOnBean(Tracer.class)
public final class OutboxTracingAutoConfiguration {

  @Bean(OutboxAutoConfiguration.ORIGIN)
  Supplier<Origin> waybillOrigin(Tracer tracer) {
    return new TracerOrigin(tracer);
  }
}
