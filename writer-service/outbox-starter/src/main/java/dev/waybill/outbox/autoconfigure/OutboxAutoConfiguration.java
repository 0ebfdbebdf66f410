package dev.waybill.outbox.autoconfigure;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.outbox.AfterCommit;
import dev.waybill.outbox.MessageIds;
import dev.waybill.outbox.Origin;
import dev.waybill.outbox.OriginScope;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.aftercommit.EventsAfterCommit;
import dev.waybill.outbox.inprocess.AppliedSubscribers;
import dev.waybill.outbox.inprocess.InProcessConsumer;
import dev.waybill.outbox.inprocess.InProcessConsumers;
import dev.waybill.outbox.inprocess.InProcessOutbox;
import dev.waybill.outbox.inprocess.RelayTables;
import dev.waybill.outbox.schema.MigratorDataSource;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.staging.EnvelopeRenderer;
import dev.waybill.outbox.staging.MessageChecks;
import dev.waybill.outbox.staging.MessagePreparation;
import dev.waybill.outbox.staging.StagingOutbox;
import dev.waybill.outbox.table.CurrentTransaction;
import dev.waybill.outbox.table.MessageTable;
import dev.waybill.outbox.table.OperationPurge;
import dev.waybill.outbox.table.OperationTable;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.AbstractApplicationContext;
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

  /** The name of the bean that knows the trace context of the calling thread. */
  static final String ORIGIN = "waybillOrigin";

  /** The name of the bean that writes what is held back. */
  static final String FLUSH = "waybillFlush";

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

  /** A listener too: Spring Boot hands it to the transaction manager. */
  @Bean
  CurrentTransaction waybillCurrentTransaction(DataSource dataSource) {
    return new CurrentTransaction(dataSource);
  }

  @Bean
  InProcessConsumers waybillInProcessConsumers(
      ObjectProvider<InProcessConsumer> consumers, OutboxProperties properties) {
    OutboxProperties.InProcess inProcess = properties.inProcess();
    return new InProcessConsumers(
        consumers.orderedStream().toList(), inProcess.allow(), inProcess.isolated());
  }

  @Bean
  MessagePreparation waybillMessagePreparation(
      Catalogue catalogue,
      OutboxProperties properties,
      Environment environment,
      @Qualifier(ORIGIN) ObjectProvider<Supplier<Origin>> origin) {
    return new MessagePreparation(
        new MessageChecks(catalogue, properties.maxMessageBytes().toBytes()),
        new EnvelopeRenderer(source(properties, environment), InstantSource.system()),
        origin.getIfAvailable(() -> OriginScope::current));
  }

  /** Depends on the schema, so that nobody stages before the tables are right. */
  @Bean
  @ConditionalOnMissingBean
  Outbox waybillOutbox(
      OutboxSchema schema,
      DataSource dataSource,
      CurrentTransaction transaction,
      MessageIds ids,
      MessagePreparation preparation,
      InProcessConsumers consumers,
      @Qualifier(FLUSH) ObjectProvider<Runnable> flush) {
    Outbox outbox =
        new StagingOutbox(
            transaction,
            ids,
            preparation,
            new MessageTable(dataSource),
            flush.getIfAvailable(() -> () -> {}));
    if (!consumers.takeAny()) {
      return outbox;
    }
    consumers.requireNoRelay(new RelayTables(dataSource).exist());
    AppliedSubscribers subscribers = new AppliedSubscribers(dataSource);
    consumers.requireUnsubscribed(subscribers.byType());
    return new InProcessOutbox(
        transaction, ids, preparation, consumers, subscribers::byType, outbox);
  }

  @Bean
  @ConditionalOnMissingBean
  AfterCommit waybillAfterCommit(
      CurrentTransaction transaction, Catalogue catalogue, AbstractApplicationContext application) {
    return new EventsAfterCommit(transaction, catalogue, application);
  }

  @Bean
  OperationPurge waybillOperationPurge(
      OutboxSchema schema, DataSource dataSource, OutboxProperties properties) {
    return new OperationPurge(new OperationTable(dataSource), properties.operationRetention());
  }

  private static String source(OutboxProperties properties, Environment environment) {
    return properties.source() != null
        ? properties.source().toString()
        : "/" + environment.getProperty("spring.application.name", "application");
  }
}
