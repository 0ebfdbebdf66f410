package dev.waybill.relay;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;

/**
 * The relay's process. Never part of another application: tests, builds and migrations start no
 * stray relay.
 */
@SpringBootApplication(exclude = FlywayAutoConfiguration.class)
public class RelayApplication {

  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(RelayApplication.class);
    application.run(args);
  }
}
