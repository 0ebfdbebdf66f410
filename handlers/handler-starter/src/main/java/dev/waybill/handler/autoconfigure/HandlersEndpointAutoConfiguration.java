package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.consume.HandlerRuntime;
import dev.waybill.handler.signals.HandlersEndpoint;
import dev.waybill.handler.status.StatusBoard;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Shows the handlers at {@code /actuator/handlers}, where the application exposes that. */
@AutoConfiguration(after = HandlerAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(HandlerRuntime.class)
public final class HandlersEndpointAutoConfiguration {

  @Bean
  @ConditionalOnAvailableEndpoint(endpoint = HandlersEndpoint.class)
  HandlersEndpoint waybillHandlersEndpoint(HandlerRuntime runtime, StatusBoard board) {
    return new HandlersEndpoint(runtime::handlers, board);
  }
}
