package dev.waybill.handler.endpoint;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Wires what answers under {@code /waybill}; needs a bean of type {@link Desks}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EndpointProperties.class)
@Import({HandlerController.class, DeliveryController.class, EndpointProblems.class})
public class EndpointConfiguration {

  @Bean
  Permission waybillEndpointPermission(Desks desks, EndpointProperties properties) {
    return new Permission(desks.directions(), properties.operatorTenant());
  }
}
