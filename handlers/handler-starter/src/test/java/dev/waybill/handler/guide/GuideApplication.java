package dev.waybill.handler.guide;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

// guide: application
@SpringBootApplication
class GuideApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(GuideApplication.class, arguments);
  }
}
// guide: end
