package dev.waybill.handler.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.startup.StartRefusedException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HandlerAutoConfigurationTest {

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HandlerAutoConfiguration.class));

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
