package dev.waybill.dashboard;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The dashboard: how many activities each tenant has, by status and assignee. */
@SpringBootApplication(proxyBeanMethods = false)
public class DashboardApplication {

  public static void main(String[] args) {
    SpringApplication.run(DashboardApplication.class, args);
  }
}
