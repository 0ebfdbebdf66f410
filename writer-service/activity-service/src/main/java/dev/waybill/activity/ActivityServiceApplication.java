package dev.waybill.activity;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The Activity service's process: activities over HTTP, their messages in the outbox. */
@SpringBootApplication
public class ActivityServiceApplication {

  public static void main(String[] args) {
    SpringApplication.run(ActivityServiceApplication.class, args);
  }
}
