package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.consume.ConsumerSettings;
import dev.waybill.handler.consume.HandlerAssembly;
import dev.waybill.handler.consume.HandlerRuntime;
import dev.waybill.handler.deliver.HandlerTransactions;
import dev.waybill.handler.deliver.RunWatch;
import dev.waybill.handler.inbox.DeadLetterTable;
import dev.waybill.handler.inbox.DeliveryTable;
import dev.waybill.handler.inbox.InboxLooks;
import dev.waybill.handler.inbox.Intake;
import dev.waybill.handler.inbox.KeptRecordTable;
import dev.waybill.handler.inbox.PositionTable;
import dev.waybill.handler.inbox.ReplayTable;
import dev.waybill.handler.inbox.TransactionProof;
import dev.waybill.handler.inbox.TransactionTimeouts;
import dev.waybill.handler.observation.DeliveryConvention;
import dev.waybill.handler.observation.ObservedRuns;
import dev.waybill.handler.operate.PauseTable;
import dev.waybill.handler.registry.ClassPathSubscriptions;
import dev.waybill.handler.registry.HandlerScanner;
import dev.waybill.handler.registry.SubscriptionSource;
import dev.waybill.handler.schema.HandlerSchemas;
import dev.waybill.handler.schema.MigratorDataSource;
import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.settings.HandlerProperties;
import dev.waybill.handler.settings.MigratorProperties;
import dev.waybill.handler.signals.HealthRows;
import dev.waybill.handler.status.StatusBoard;
import dev.waybill.handler.upkeep.Chores;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Runs the application's handlers on its only or primary data source. Brings the inbox's tables up
 * to date or checks them first, as {@code waybill.handler.schema} says; the application does not
 * start when they, the data source, the handlers or the settings are not right.
 */
@AutoConfiguration(
    after = {
      DataSourceAutoConfiguration.class,
      DataSourceTransactionManagerAutoConfiguration.class
    })
@EnableConfigurationProperties(HandlerProperties.class)
public final class HandlerAutoConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerAutoConfiguration.class);

  @Bean
  HandlerDataSource waybillHandlerDataSource(ObjectProvider<DataSource> candidates) {
    return HandlerDataSource.of(candidates);
  }

  @Bean
  @ConditionalOnMissingBean
  SubscriptionSource waybillSubscriptions() {
    return new ClassPathSubscriptions(getClass().getClassLoader());
  }

  /** The inbox, and every {@link SchemaMigrations.Place} that the application declares. */
  @Bean(initMethod = "prepare")
  HandlerSchemas waybillHandlerSchemas(
      HandlerProperties properties,
      HandlerDataSource dataSource,
      ObjectProvider<SchemaMigrations.Place> effects) {
    MigratorProperties migrator = properties.migrator();
    DataSource owner =
        MigratorDataSource.of(
            migrator.url(), migrator.username(), migrator.password(), dataSource.value());
    return new HandlerSchemas(
        Stream.concat(Stream.of(SchemaMigrations.Place.INBOX), effects.orderedStream())
            .map(
                place -> new SchemaMigrations(properties.schema(), owner, place, properties.role()))
            .toList());
  }

  @Bean
  @ConditionalOnMissingBean
  DeliveryTable waybillDeliveryTable(HandlerDataSource dataSource) {
    return new DeliveryTable(dataSource.value());
  }

  @Bean
  @ConditionalOnMissingBean
  PositionTable waybillPositionTable(HandlerDataSource dataSource) {
    return new PositionTable(dataSource.value());
  }

  @Bean
  StatusBoard waybillHandlerStatusBoard() {
    return new StatusBoard();
  }

  /** Depends on the schemas, so that nothing is handled before the tables are right. */
  @Bean
  HandlerRuntime waybillHandlerRuntime(
      HandlerSchemas waybillHandlerSchemas,
      HandlerProperties properties,
      ListableBeanFactory beans,
      SubscriptionSource subscriptions,
      HandlerAssembly assembly,
      StatusBoard board) {
    return new HandlerRuntime(
        new HandlerScanner(beans, subscriptions, getClass().getClassLoader()),
        assembly,
        board,
        properties.enabled());
  }

  @Bean
  PauseTable waybillPauseTable(HandlerDataSource dataSource) {
    return new PauseTable(dataSource.value());
  }

  @Bean
  HandlerTransactions waybillHandlerTransactions(
      HandlerProperties properties,
      HandlerDataSource dataSource,
      ObjectProvider<PlatformTransactionManager> managers) {
    return new HandlerTransactions(
        HandlerTransactionManager.of(managers).value(),
        dataSource.value(),
        new TransactionProof(dataSource.value()),
        new TransactionTimeouts(
            dataSource.value(), properties.lockTimeout(), properties.idleTimeout()));
  }

  @Bean
  Intake.Tables waybillInboxTables(
      HandlerProperties properties, HandlerDataSource dataSource, DeliveryTable deliveries) {
    return new Intake.Tables(
        deliveries,
        new KeptRecordTable(dataSource.value()),
        new DeadLetterTable(dataSource.value()),
        new ReplayTable(dataSource.value(), properties.inbox().retention()));
  }

  @Bean
  Chores waybillHandlerChores(
      HandlerProperties properties,
      HandlerDataSource dataSource,
      HandlerTransactions transactions,
      DeliveryTable deliveries,
      PauseTable pauses) {
    return new Chores(
        transactions,
        pauses,
        deliveries,
        new InboxLooks(dataSource.value()),
        new HealthRows(dataSource.value(), properties.instance()),
        new Chores.Bounds(properties.inbox().maxWaiting(), properties.inbox().retention()));
  }

  @Bean
  ConsumerSettings waybillConsumerSettings(HandlerProperties properties) {
    return new ConsumerSettings(
        properties.kafka().bootstrapServers(),
        properties.kafka().properties(),
        properties.maxPollRecords(),
        properties.maxPollInterval());
  }

  /** Observes runs where the application has one registry for that, or a primary one. */
  @Bean
  HandlerAssembly.Watches waybillHandlerWatches(
      ListableBeanFactory beans,
      ObjectProvider<ObservationRegistry> registries,
      ObjectProvider<DeliveryConvention> conventions) {
    DeliveryConvention convention = conventions.getIfAvailable();
    ObservationRegistry registry = registries.getIfUnique();
    if (registry == null) {
      warnOfSeveral(
          BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, ObservationRegistry.class));
    }
    return handler ->
        registry == null
            ? RunWatch.NONE
            : new ObservedRuns(handler.id(), handler.group(), registry, convention);
  }

  /** None is a choice; several are mostly an accident, of which no trace is a strange sign. */
  private static void warnOfSeveral(String... registries) {
    if (registries.length > 1) {
      LOG.warn(
          "Runs of handlers are not observed: the application has {} beans of type"
              + " ObservationRegistry, and none of them is the one to use: {}. Mark one @Primary",
          registries.length,
          String.join(", ", registries));
    }
  }

  @Bean
  HandlerAssembly waybillHandlerAssembly(
      HandlerProperties properties,
      ConsumerSettings settings,
      HandlerTransactions transactions,
      Intake.Tables tables,
      PositionTable positions,
      Chores chores,
      ObjectProvider<HandlerAssembly.Meters> meters,
      HandlerAssembly.Watches watches) {
    return new HandlerAssembly(
        settings,
        transactions,
        tables,
        positions,
        chores,
        new HandlerAssembly.Signals(
            meters.getIfAvailable(() -> (handler, status) -> Optional.empty()), watches),
        properties.options());
  }
}
