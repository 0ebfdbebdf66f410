package dev.waybill.dashboard.projection;

import dev.waybill.contract.message.MessageType;
import dev.waybill.handler.record.PayloadReader;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.registry.HandlerMethod;
import dev.waybill.handler.registry.HandlerScanner;
import dev.waybill.testsupport.handler.GoldenPayloads;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Every version that the handler subscribes to is read as it was when it was released. */
class DashboardGoldensTest {

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

  private HandlerDefinition handler() {
    ClassLoader loader = getClass().getClassLoader();
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean(
          JdbcClient.class, () -> JdbcClient.create(new DriverManagerDataSource()));
      context.scan("dev.waybill.dashboard.projection", "dev.waybill.dashboard.counts");
      context.refresh();
      return new HandlerScanner(context, new ClassPathSubscriptions(loader), loader).scan().get(0);
    }
  }
}
