package dev.waybill.handler.guide;

import java.net.http.HttpClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The client that calls the partner. */
@Configuration(proxyBeanMethods = false)
class HttpClients {

  @Bean
  HttpClient http() {
    return HttpClient.newHttpClient();
  }
}
