package dev.waybill.outbox.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.outbox.AfterCommit;
import dev.waybill.outbox.MessageIds;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.jpa.JpaFlush;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import dev.waybill.outbox.staging.EnvelopeRenderer;
import dev.waybill.outbox.staging.MessageChecks;
import dev.waybill.outbox.staging.MessagePreparation;
import dev.waybill.outbox.staging.StagingOutbox;
import dev.waybill.outbox.status.OutboxEndpoint;
import dev.waybill.outbox.table.CurrentTransaction;
import dev.waybill.outbox.table.MessageTable;
import dev.waybill.outbox.table.OperationPurge;
import dev.waybill.outbox.trace.TracerOrigin;
import io.micrometer.tracing.Tracer;
import jakarta.persistence.EntityManagerFactory;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.EntityManagerHolder;

/** Which beans an application gets; none of them connects. */
class OutboxAutoConfigurationTest {

  private static final DataSource NOWHERE =
      new DriverManagerDataSource("jdbc:postgresql://127.0.0.1:1/nowhere");

  private static final Catalogue CATALOGUE = Catalogue.of(List.of());

  private final ApplicationContextRunner empty =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  OutboxAutoConfiguration.class,
                  OutboxTracingAutoConfiguration.class,
                  OutboxJpaAutoConfiguration.class,
                  OutboxEndpointAutoConfiguration.class));
  private final ApplicationContextRunner application =
      empty
          .withBean("dataSource", DataSource.class, () -> NOWHERE)
          .withBean(Catalogue.class, () -> CATALOGUE)
          .withBean(
              OutboxSchema.class,
              () -> new OutboxSchema(SchemaMode.NONE, NOWHERE, NOWHERE, Map.of()));

  @Test
  void bringsEverythingThatStagingNeeds() {
    application.run(
        context ->
            assertThat(context)
                .hasSingleBean(StagingOutbox.class)
                .hasSingleBean(AfterCommit.class)
                .hasSingleBean(OperationPurge.class));
  }

  @Test
  void staysAwayWithoutOneDataSource() {
    empty.run(context -> assertThat(context).doesNotHaveBean(Outbox.class));
    application
        .withBean("other", DataSource.class, () -> NOWHERE)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Outbox.class));
  }

  @Test
  void leavesWhatTheApplicationBrings() {
    Outbox own =
        new StagingOutbox(
            new CurrentTransaction(NOWHERE),
            MessageIds.system(),
            new MessagePreparation(
                new MessageChecks(CATALOGUE, 1),
                new EnvelopeRenderer("/own", InstantSource.system())),
            new MessageTable(NOWHERE));
    MessageIds ids = MessageIds.system();
    application
        .withBean("own", Outbox.class, () -> own)
        .withBean("ids", MessageIds.class, () -> ids)
        .run(
            context -> {
              assertThat(context).getBean(Outbox.class).isSameAs(own);
              assertThat(context).getBean(MessageIds.class).isSameAs(ids);
            });
  }

  @Test
  void takesTheTraceFromATracerWhereThereIsOne() {
    application.run(context -> assertThat(context).doesNotHaveBean(Supplier.class));
    application
        .withBean(Tracer.class, () -> Tracer.NOOP)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .getBean(OutboxAutoConfiguration.ORIGIN)
                    .isInstanceOf(TracerOrigin.class));
  }

  @Test
  void flushesJpaWhereItIs() {
    application.run(
        context ->
            assertThat(context)
                .getBean(OutboxAutoConfiguration.FLUSH)
                .isInstanceOf(JpaFlush.class));
  }

  @Test
  void needsNeitherTracingNorJpaNorActuator() {
    application
        .withClassLoader(
            new FilteredClassLoader(
                Tracer.class,
                EntityManagerFactory.class,
                EntityManagerHolder.class,
                ConditionalOnAvailableEndpoint.class))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Outbox.class)
                    .doesNotHaveBean(OutboxAutoConfiguration.FLUSH)
                    .doesNotHaveBean(OutboxEndpoint.class));
  }

  @Test
  void showsTheEndpointOnlyWhereItIsExposed() {
    application.run(context -> assertThat(context).doesNotHaveBean(OutboxEndpoint.class));
    application
        .withPropertyValues(
            "spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=outbox")
        .run(context -> assertThat(context).hasSingleBean(OutboxEndpoint.class));
  }
}
