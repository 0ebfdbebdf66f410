package dev.waybill.notification.announce;

import dev.waybill.contract.message.MessageType;
import dev.waybill.handler.record.PayloadReader;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.registry.HandlerMethod;
import dev.waybill.handler.registry.HandlerScanner;
import dev.waybill.handler.settings.HandlerProperties;
import dev.waybill.testsupport.handler.GoldenPayloads;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** Every version that the handler subscribes to is read as it was when it was released. */
class NotificationGoldensTest {

  @TestFactory
  Stream<DynamicTest> readsEverySubscribedVersionWithNothingLeftOut() {
    Map<MessageType, HandlerMethod> methods = handler().methods();
    PayloadReader reader = new PayloadReader();
    return GoldenPayloads.readWhole(
        methods.keySet(),
        (type, payload) -> {
          HandlerMethod method = Objects.requireNonNull(methods.get(type));
          return reader.read(payload, method.eventType(), method.upcasters());
        });
  }

  @EnableConfigurationProperties(HandlerProperties.class)
  static class Settings {}

  private HandlerDefinition handler() {
    ClassLoader loader = getClass().getClassLoader();
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  "test",
                  Map.of(
                      "waybill.notification.recipient", "{user}@example.org",
                      "waybill.notification.smtp.sender", "waybill@example.org")));
      context.registerBean(JavaMailSender.class, JavaMailSenderImpl::new);
      context.register(Settings.class);
      context.scan("dev.waybill.notification.announce", "dev.waybill.notification.smtp");
      context.refresh();
      return new HandlerScanner(context, new ClassPathSubscriptions(loader), loader).scan().get(0);
    }
  }
}
