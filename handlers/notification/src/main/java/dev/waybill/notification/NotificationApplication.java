package dev.waybill.notification;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The notification service: tells people by mail what became of their activities. */
@SpringBootApplication(proxyBeanMethods = false)
public class NotificationApplication {

  public static void main(String[] args) {
    SpringApplication.run(NotificationApplication.class, args);
  }
}
