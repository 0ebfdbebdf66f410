package dev.waybill.outbox.autoconfigure;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.gate.AppliedGate;
import dev.waybill.outbox.inprocess.InProcessConsumers;
import dev.waybill.outbox.status.OutboxEndpoint;
import javax.sql.DataSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Shows what may be staged at {@code /actuator/outbox}, where the application exposes that. */
@AutoConfiguration(after = OutboxAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Outbox.class)
public final class OutboxEndpointAutoConfiguration {

  @Bean
  @ConditionalOnAvailableEndpoint(endpoint = OutboxEndpoint.class)
  OutboxEndpoint waybillOutboxEndpoint(
      Catalogue catalogue, DataSource dataSource, InProcessConsumers consumers) {
    return new OutboxEndpoint(catalogue, new AppliedGate(dataSource), consumers);
  }
}
