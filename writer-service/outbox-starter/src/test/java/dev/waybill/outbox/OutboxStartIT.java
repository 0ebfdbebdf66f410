package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.outbox.autoconfigure.OutboxAutoConfiguration;
import dev.waybill.outbox.schema.OutboxSchemaException;
import dev.waybill.outbox.table.MissingPartitionException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What an application with the starter does to its database when it starts. */
@ExtendWith(OutputCaptureExtension.class)
class OutboxStartIT {

  private static final String HISTORY = "SELECT count(*) FROM outbox.starter_schema_history";

  private final OutboxDatabase database = OutboxDatabase.empty();
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  DataSourceAutoConfiguration.class,
                  DataSourceTransactionManagerAutoConfiguration.class,
                  TransactionAutoConfiguration.class,
                  OutboxAutoConfiguration.class))
          .withPropertyValues(
              "spring.application.name=shop",
              "spring.datasource.url=" + database.url(),
              "spring.datasource.username=" + OutboxDatabase.WRITER,
              "spring.datasource.password=" + OutboxDatabase.PASSWORD);
  private final ApplicationContextRunner migrating =
      application.withPropertyValues(
          "waybill.outbox.migrator.username=" + OutboxDatabase.MIGRATOR,
          "waybill.outbox.migrator.password=" + OutboxDatabase.PASSWORD);

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void migratesAnEmptyDatabaseAndStages() {
    migrating.run(
        context -> {
          assertThat(context).hasNotFailed();
          new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
              .execute(status -> context.getBean(Outbox.class).stage(message()));
        });

    assertThat(
            relay()
                .queryForList(
                    "SELECT envelope::json ->> 'ce_source' FROM outbox.message", String.class))
        .containsExactly("/shop");
  }

  @Test
  void makesPartitionsOverConnectionsThatDoNotCommitByThemselves() {
    database.migrate();
    JdbcTemplate migrator = new JdbcTemplate(database.migrator());
    String last =
        "SELECT max(inhrelid::regclass::text) FROM pg_inherits"
            + " WHERE inhparent = 'outbox.message'::regclass";
    String partition = String.valueOf(migrator.queryForObject(last, String.class));
    migrator.execute("DROP TABLE " + partition);

    application
        .withPropertyValues(
            "spring.datasource.username=" + OutboxDatabase.MIGRATOR,
            "spring.datasource.hikari.auto-commit=false")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(migrator.queryForObject(last, String.class)).isEqualTo(partition);
  }

  @Test
  void changesNothingAtTheNextStart() {
    migrating.run(context -> assertThat(context).hasNotFailed());
    Integer migrations = relay().queryForObject(HISTORY, Integer.class);
    migrating.run(context -> assertThat(context).hasNotFailed());

    assertThat(relay().queryForObject(HISTORY, Integer.class)).isEqualTo(migrations);
  }

  @Test
  void survivesManyInstancesThatStartAtOnce() {
    List<CompletableFuture<Void>> starts = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      starts.add(CompletableFuture.runAsync(database::migrate));
    }
    starts.forEach(CompletableFuture::join);

    application
        .withPropertyValues("waybill.outbox.schema=validate")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void sharesItsSchemaWithTablesThatCameFirst() {
    JdbcTemplate migrator = new JdbcTemplate(database.migrator());
    migrator.execute("CREATE SCHEMA outbox");
    migrator.execute("CREATE TABLE outbox.relay_schema_history (installed_rank int)");

    migrating.run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void validatesAsTheWriterWithoutAnOwnersPassword() {
    database.migrate();

    application
        .withPropertyValues("waybill.outbox.schema=validate")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void refusesToStartWhenValidationFindsNothing() {
    application
        .withPropertyValues("waybill.outbox.schema=validate")
        .run(context -> assertRefused(context, "not up to date", "waybill.outbox.schema=migrate"));
  }

  @Test
  void refusesToStartWhenAMigrationIsMissing() {
    database.migrate();
    new JdbcTemplate(database.migrator())
        .execute("DELETE FROM outbox.starter_schema_history WHERE version = '6'");

    application
        .withPropertyValues("waybill.outbox.schema=validate")
        .run(context -> assertRefused(context, "V6__grants", "waybill.outbox.schema=migrate"));
  }

  @Test
  void refusesToStartWhenAColumnHasAnotherType() {
    database.migrate();
    JdbcTemplate migrator = new JdbcTemplate(database.migrator());
    migrator.execute("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.message");
    // Everything could be staged, and every payload would come out as other bytes.
    migrator.execute(
        "ALTER TABLE outbox.message ALTER COLUMN payload TYPE jsonb, DROP COLUMN traceparent");

    application
        .withPropertyValues("waybill.outbox.schema=validate")
        .run(
            context ->
                assertRefused(
                    context,
                    "traceparent text is missing; payload is jsonb, json is needed",
                    "ALTER TABLE outbox.message"));
  }

  @Test
  void touchesNothingWhenToldSo() {
    application
        .withPropertyValues("waybill.outbox.schema=none")
        .run(context -> assertRefused(context, "does not exist", "run the migrations"));

    assertThat(
            new JdbcTemplate(database.migrator())
                .queryForList("SELECT 1 FROM pg_namespace WHERE nspname = 'outbox'"))
        .isEmpty();
    database.migrate();
    application
        .withPropertyValues("waybill.outbox.schema=none")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void namesTheRemedyWhenTheMigratorMayNotCreate() {
    application.run(context -> assertRefused(context, "permission denied", "roles.sql"));
  }

  @Test
  void namesTheRemedyWhenTheDatabaseIsUnreachable() {
    for (ApplicationContextRunner runner : List.of(application, migrating)) {
      runner
          .withPropertyValues(
              "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/nowhere",
              "spring.datasource.hikari.connection-timeout=1000")
          .run(context -> assertRefused(context, "refused", "Start PostgreSQL"));
    }
  }

  @Test
  void namesTheRemedyWhenThePasswordIsWrong() {
    migrating
        .withPropertyValues("waybill.outbox.migrator.password=wrong")
        .run(context -> assertRefused(context, "authentication failed", "password"));
  }

  @Test
  void refusesToStartWithoutTodaysPartition() {
    database.migrate();
    dropDay(0);

    application
        .withPropertyValues("waybill.outbox.schema=none")
        .run(context -> assertRefused(context, "no partition for today", "ensure_message"));
    migrating.run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void namesTheRemedyWhenTheDaysRanOutWhileRunning() {
    migrating.run(
        context -> {
          TransactionTemplate transaction =
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
          Outbox outbox = context.getBean(Outbox.class);
          dropDay(0);

          assertThatThrownBy(() -> transaction.execute(status -> outbox.stage(message())))
              .isInstanceOf(MissingPartitionException.class)
              .hasMessageContaining("ensure_message_partitions(14)");
          new JdbcTemplate(database.relay())
              .queryForList("SELECT outbox.ensure_message_partitions(14)");
          transaction.execute(status -> outbox.stage(message()));
        });

    assertThat(relay().queryForObject("SELECT count(*) FROM outbox.message", Integer.class))
        .isEqualTo(1);
  }

  @Test
  void warnsWhenTheDaysRunOut(CapturedOutput output) {
    database.migrate();
    dropDay(2);

    application
        .withPropertyValues("waybill.outbox.schema=none")
        .run(context -> assertThat(context).hasNotFailed());

    assertThat(output).contains("only 1 days after today");
  }

  @Test
  void warnsWhenTheTableIsNotPublishedAndStagesAllTheSame(CapturedOutput output) {
    database.migrate();
    JdbcTemplate migrator = new JdbcTemplate(database.migrator());
    migrator.execute("ALTER PUBLICATION waybill_outbox DROP TABLE outbox.message");
    ApplicationContextRunner starting =
        application.withPropertyValues("waybill.outbox.schema=validate");

    starting.run(
        context ->
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .execute(status -> context.getBean(Outbox.class).stage(message())));
    assertThat(output).contains("is not in publication waybill_outbox");
    String remedy =
        output.toString().replaceAll("(?s).*Run (ALTER PUBLICATION.*?\\)) as the migrator.*", "$1");
    migrator.execute(remedy);
    int said = output.toString().length();
    starting.run(context -> assertThat(context).hasNotFailed());

    assertThat(output.toString().substring(said)).doesNotContain("is not in publication");
    assertThat(relay().queryForObject("SELECT count(*) FROM outbox.message", Integer.class))
        .isEqualTo(1);
  }

  @Test
  void leavesTheApplicationsOwnFlywayAlone() {
    migrating
        .withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
        .withPropertyValues(
            "spring.flyway.url=" + database.url(),
            "spring.flyway.user=" + OutboxDatabase.MIGRATOR,
            "spring.flyway.password=" + OutboxDatabase.PASSWORD,
            "spring.flyway.default-schema=shop",
            "spring.flyway.locations=classpath:shop/migration")
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasSingleBean(Flyway.class);
              assertThat(context.getBean(Flyway.class).info().applied())
                  .extracting(info -> info.getScript())
                  .contains("V1__basket.sql")
                  .noneMatch(script -> script.contains("message"));
            });

    JdbcTemplate migrator = new JdbcTemplate(database.migrator());
    assertThat(migrator.queryForList("SELECT 1 FROM shop.basket")).isEmpty();
    assertThat(migrator.queryForObject(HISTORY, Integer.class)).isGreaterThan(5);
  }

  private static void assertRefused(
      AssertableApplicationContext context, String problem, String remedy) {
    assertThat(context).hasFailed();
    List<OutboxSchemaException> refusals = new ArrayList<>();
    for (Throwable cause = context.getStartupFailure(); cause != null; cause = cause.getCause()) {
      if (cause instanceof OutboxSchemaException refusal) {
        refusals.add(refusal);
      }
    }
    assertThat(refusals).as("causes of %s", context.getStartupFailure()).hasSize(1);
    assertThat(refusals.get(0).problem()).contains(problem);
    assertThat(refusals.get(0).remedy()).contains(remedy);
  }

  private void dropDay(int ahead) {
    String day =
        DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT)
            .format(LocalDate.now(ZoneOffset.UTC).plusDays(ahead));
    new JdbcTemplate(database.migrator()).execute("DROP TABLE outbox.message_p" + day);
  }

  private JdbcTemplate relay() {
    return new JdbcTemplate(database.relay());
  }

  private static IntegrationEvent message() {
    return DurableMessage.integrationEvent("activity.created", 1)
        .tenant("acme")
        .aggregate("activity", "1", 1)
        .payloadJson(OutboxDatabase.example("activity.created"))
        .build();
  }
}
