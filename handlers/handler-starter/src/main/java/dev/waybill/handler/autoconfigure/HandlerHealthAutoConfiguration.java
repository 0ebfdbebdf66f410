package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.status.HandlerHealthIndicator;
import dev.waybill.handler.status.StatusBoard;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Shows the handlers in the application's health as {@code handlers}, where it has any. */
@AutoConfiguration(after = HandlerAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(StatusBoard.class)
public final class HandlerHealthAutoConfiguration {

  @Bean
  HandlerHealthIndicator handlersHealthIndicator(StatusBoard board) {
    return new HandlerHealthIndicator(board);
  }
}
