package dev.waybill.handler.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.waybill.handler.Handles;
import dev.waybill.handler.WaybillHandler;
import dev.waybill.handler.startup.StartRefusedException;
import dev.waybill.handler.testbed.LogLines;
import io.micrometer.observation.ObservationRegistry;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

class HandlerAutoConfigurationTest {

  private static final PlatformTransactionManager MANAGER =
      new JdbcTransactionManager(new PGSimpleDataSource());

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HandlerAutoConfiguration.class));

  private final ApplicationContextRunner observed =
      application
          .withPropertyValues("waybill.handler.schema=none")
          .withBean(DataSource.class, PGSimpleDataSource::new)
          .withBean(PlatformTransactionManager.class, () -> MANAGER);

  @Test
  void refusesAnApplicationWithoutADataSource() {
    refuses(application, "has no data source", "spring.datasource.url");
  }

  @Test
  void refusesTwoDataSourcesOfWhichNoneIsPrimary() {
    refuses(
        application
            .withBean("one", DataSource.class, PGSimpleDataSource::new)
            .withBean("other", DataSource.class, PGSimpleDataSource::new),
        "has 2 data sources",
        "@Primary");
  }

  @Test
  void refusesTwoTransactionManagersOfWhichNoneIsPrimary() {
    refuses(
        application
            .withPropertyValues("waybill.handler.schema=none")
            .withBean(DataSource.class, PGSimpleDataSource::new)
            .withBean("one", PlatformTransactionManager.class, () -> MANAGER)
            .withBean("other", PlatformTransactionManager.class, () -> MANAGER),
        "has 2 transaction managers",
        "JdbcTransactionManager, JdbcTransactionManager",
        "@Primary",
        "JPA");
  }

  @Test
  void refusesAnApplicationWithoutATransactionManager() {
    refuses(
        application
            .withPropertyValues("waybill.handler.schema=none")
            .withBean(DataSource.class, PGSimpleDataSource::new),
        "has no transaction manager",
        "Spring Boot");
  }

  @Test
  void refusesRetriesThatTheSubscriptionDoesNotPromise() {
    DataSource source = new PGSimpleDataSource();
    application
        .withBean(DataSource.class, () -> source)
        .withBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(source))
        .withBean(Promised.class)
        .withPropertyValues("waybill.handler.schema=none")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContainingAll(
                        "tries parcel.called again for PT36M", "retry-horizon PT1H"));
  }

  /** Nobody would find out why there are no traces. */
  @Test
  void warnsOfTwoObservationRegistriesOfWhichNoneIsPrimary() {
    try (LogLines log = new LogLines()) {
      starts(
          observed
              .withBean("plain", ObservationRegistry.class, ObservationRegistry::create)
              .withBean("traced", ObservationRegistry.class, ObservationRegistry::create));

      assertThat(log.atLeast(Level.WARN))
          .singleElement()
          .asString()
          .contains("not observed", "plain, traced", "@Primary");
    }
  }

  @Test
  void saysNothingOfOneObservationRegistryOrOfAPrimaryOne() {
    try (LogLines log = new LogLines()) {
      starts(observed);
      ApplicationContextRunner one =
          observed.withBean("plain", ObservationRegistry.class, ObservationRegistry::create);
      starts(one);
      starts(
          one.withBean(
              "traced",
              ObservationRegistry.class,
              ObservationRegistry::create,
              definition -> definition.setPrimary(true)));

      assertThat(log.atLeast(Level.WARN)).isEmpty();
    }
  }

  @WaybillHandler(id = "promised")
  static class Promised {

    @Handles(type = "parcel.called", versions = 1)
    void on(Object event) {}
  }

  /** As far as an application without handlers does. */
  private static void starts(ApplicationContextRunner application) {
    application.run(
        context ->
            assertThat(context)
                .getFailure()
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("has no handler"));
  }

  private static void refuses(ApplicationContextRunner application, String... texts) {
    application.run(
        context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContainingAll(texts));
  }
}
