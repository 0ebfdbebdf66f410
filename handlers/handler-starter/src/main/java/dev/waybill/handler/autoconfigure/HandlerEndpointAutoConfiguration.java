package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.consume.ConsumerSettings;
import dev.waybill.handler.consume.HandlerRuntime;
import dev.waybill.handler.deadletter.DeadLetterReader;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.desk.ActionTable;
import dev.waybill.handler.desk.DeliveryDesk;
import dev.waybill.handler.desk.HandlerDesk;
import dev.waybill.handler.desk.ServiceHandlers;
import dev.waybill.handler.endpoint.Desks;
import dev.waybill.handler.endpoint.EndpointConfiguration;
import dev.waybill.handler.inbox.Intake;
import dev.waybill.handler.inbox.OperatorChanges;
import dev.waybill.handler.lookup.DeliveryBook;
import dev.waybill.handler.lookup.DeliveryPages;
import dev.waybill.handler.lookup.HandlerBook;
import dev.waybill.handler.lookup.MinuteBook;
import dev.waybill.handler.operate.PauseTable;
import dev.waybill.handler.settings.HandlerProperties;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Serves {@code /waybill}, where operators look deliveries up and direct handlers. Only in an
 * application with Spring MVC whose requests {@code waybill-access} lets in, so that nobody comes
 * here without a token.
 */
@AutoConfiguration(
    after = HandlerAutoConfiguration.class,
    afterName = "dev.waybill.access.gate.AccessAutoConfiguration")
@ConditionalOnClass(
    name = {
      "org.springframework.web.servlet.DispatcherServlet",
      "org.springframework.security.web.SecurityFilterChain",
      "dev.waybill.access.gate.AccessAutoConfiguration"
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@Import(EndpointConfiguration.class)
public final class HandlerEndpointAutoConfiguration {

  @Bean
  Desks waybillEndpointDesks(
      HandlerDataSource handlerDataSource,
      HandlerRuntime runtime,
      HandlerTransactions transactions,
      ConsumerSettings settings,
      Intake.Tables inbox,
      PauseTable pauses,
      HandlerProperties properties) {
    DataSource dataSource = handlerDataSource.value();
    ServiceHandlers handlers = new ServiceHandlers(runtime::handlers);
    ActionTable actions = new ActionTable(dataSource);
    DeliveryDesk.Tables tables =
        new DeliveryDesk.Tables(inbox, new OperatorChanges(dataSource), actions);
    return new Desks(
        handlers,
        new DeliveryDesk(
            transactions,
            handlers,
            new DeliveryBook(dataSource),
            tables,
            new DeadLetterReader(settings.reader())),
        new HandlerDesk(transactions, pauses, tables),
        new Desks.Books(
            new HandlerBook(dataSource, properties.inbox().retention()),
            new DeliveryPages(dataSource),
            new MinuteBook(dataSource)),
        actions);
  }
}
