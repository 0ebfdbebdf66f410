package dev.waybill.timeline;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The timeline: the history of each activity as people read it, built from its events. */
@SpringBootApplication(proxyBeanMethods = false)
public class TimelineApplication {

  public static void main(String[] args) {
    SpringApplication.run(TimelineApplication.class, args);
  }
}
