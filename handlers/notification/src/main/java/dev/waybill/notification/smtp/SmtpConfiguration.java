package dev.waybill.notification.smtp;

import dev.waybill.handler.settings.HandlerProperties;
import java.time.Duration;
import java.util.Properties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** The way to the mail server of {@code spring.mail}, with bounds on every wait. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SmtpProperties.class)
class SmtpConfiguration {

  @Bean
  SmtpMailer smtpMailer(
      JavaMailSenderImpl server, SmtpProperties properties, HandlerProperties handler) {
    properties.requireBelow(handler.work().callTimeout());
    return mailer(server, properties);
  }

  static SmtpMailer mailer(JavaMailSenderImpl server, SmtpProperties properties) {
    bound(server.getJavaMailProperties(), properties, "mail.smtp.");
    bound(server.getJavaMailProperties(), properties, "mail.smtps.");
    return new SmtpMailer(server, properties.from());
  }

  /** Names of <a href="https://eclipse-ee4j.github.io/angus-mail/docs/api/">Angus Mail</a>. */
  private static void bound(Properties mail, SmtpProperties properties, String prefix) {
    mail.put(prefix + "connectiontimeout", millis(properties.connectTimeout()));
    mail.put(prefix + "timeout", millis(properties.readTimeout()));
    mail.put(prefix + "writetimeout", millis(properties.writeTimeout()));
    mail.put(prefix + "socketFactory", new InterruptibleSockets());
    mail.put(prefix + "socketFactory.fallback", "false");
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }
}
