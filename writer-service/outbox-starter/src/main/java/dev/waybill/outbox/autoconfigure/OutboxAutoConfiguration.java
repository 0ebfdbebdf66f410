package dev.waybill.outbox.autoconfigure;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.outbox.MessageIds;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.schema.MigratorDataSource;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.staging.EnvelopeRenderer;
import dev.waybill.outbox.staging.MessageChecks;
import dev.waybill.outbox.staging.MessagePreparation;
import dev.waybill.outbox.staging.StagingOutbox;
import dev.waybill.outbox.table.CurrentTransaction;
import dev.waybill.outbox.table.MessageTable;
import java.time.InstantSource;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Configures the {@link Outbox} on the application's data source. Brings the tables up to date or
 * checks them first, as {@code waybill.outbox.schema} says; the application does not start when
 * they are not right.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnSingleCandidate(DataSource.class)
@EnableConfigurationProperties(OutboxProperties.class)
public final class OutboxAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Catalogue waybillCatalogue() {
    return Catalogue.load(getClass().getClassLoader());
  }

  @Bean
  @ConditionalOnMissingBean
  MessageIds waybillMessageIds() {
    return MessageIds.system();
  }

  @Bean(initMethod = "prepare")
  @ConditionalOnMissingBean
  OutboxSchema waybillOutboxSchema(OutboxProperties properties, DataSource dataSource) {
    OutboxProperties.Migrator migrator = properties.migrator();
    return new OutboxSchema(
        properties.schema(),
        dataSource,
        MigratorDataSource.of(migrator.url(), migrator.username(), migrator.password(), dataSource),
        Map.of("writer", properties.roles().writer(), "relay", properties.roles().relay()));
  }

  /** Depends on the schema, so that nobody stages before the tables are right. */
  @Bean
  @ConditionalOnMissingBean
  Outbox waybillOutbox(
      OutboxSchema schema,
      DataSource dataSource,
      Catalogue catalogue,
      MessageIds ids,
      OutboxProperties properties,
      Environment environment) {
    return new StagingOutbox(
        new CurrentTransaction(dataSource),
        ids,
        new MessagePreparation(
            new MessageChecks(catalogue, properties.maxMessageBytes().toBytes()),
            new EnvelopeRenderer(source(properties, environment), InstantSource.system())),
        new MessageTable(dataSource));
  }

  private static String source(OutboxProperties properties, Environment environment) {
    return properties.source() != null
        ? properties.source().toString()
        : "/" + environment.getProperty("spring.application.name", "application");
  }
}
