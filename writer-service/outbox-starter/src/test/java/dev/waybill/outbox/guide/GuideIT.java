package dev.waybill.outbox.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.outbox.Origin;
import dev.waybill.outbox.OriginScope;
import dev.waybill.outbox.OutboxDatabase;
import dev.waybill.outbox.refused.OperationConflictException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the guide tells its reader to write does what the guide says. */
class GuideIT {

  private static final OutboxDatabase DATABASE = OutboxDatabase.empty();

  @SuppressWarnings("NullAway.Init") // JUnit calls start first
  private static ConfigurableApplicationContext application;

  private final JdbcTemplate migrator = new JdbcTemplate(DATABASE.migrator());
  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());
  private final Baskets baskets = application.getBean(Baskets.class);

  @BeforeAll
  static void start() throws IOException {
    new JdbcTemplate(DATABASE.migrator()).execute(text("/guide/tables.sql"));
    // It would take away the appenders of other tests.
    System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
    try {
      application =
          new SpringApplicationBuilder(ShopApplication.class)
              .web(WebApplicationType.NONE)
              .properties(
                  "spring.config.location=classpath:guide/application.yml",
                  "spring.flyway.enabled=false",
                  "DATABASE_PASSWORD=" + OutboxDatabase.PASSWORD,
                  "MIGRATOR_PASSWORD=" + OutboxDatabase.PASSWORD)
              .run("--spring.datasource.url=" + DATABASE.url());
    } finally {
      System.clearProperty(LoggingSystem.SYSTEM_PROPERTY);
    }
  }

  @AfterAll
  static void stop() {
    application.close();
    DATABASE.close();
  }

  @Test
  void stagesTheMessageWithTheChange() {
    basket("1");

    try (OriginScope scope = OriginScope.open(new Origin("request-7", null, null))) {
      baskets.pay("1");
    }

    assertThat(message("1"))
        .containsEntry("type", "basket.paid")
        .containsEntry("correlation_id", "request-7")
        .containsEntry("payload", "{\"basketId\":\"1\",\"total\":19.90}");
    assertThat(status("1")).isEqualTo("paid");
  }

  @Test
  void paysOnceHoweverOftenItIsAsked() {
    basket("2");

    baskets.payOnce("acme", "key-2", "{}", "2");
    assertThatThrownBy(() -> baskets.payOnce("acme", "key-2", "{}", "2"))
        .isInstanceOf(AlreadyPaidException.class);
    assertThatThrownBy(() -> baskets.payOnce("acme", "key-2", "{\"other\":1}", "2"))
        .isInstanceOf(OperationConflictException.class);

    assertThat(message("2")).containsEntry("aggregate_version", 2L);
  }

  @Test
  void tellsOfAViewOnceItIsCommittedAndStoresNothing() {
    basket("3");
    int before = application.getBean(ViewCounter.class).views.get();

    baskets.look("3");

    assertThat(application.getBean(ViewCounter.class).views).hasValue(before + 1);
    assertThat(relay.queryForList("SELECT 1 FROM outbox.message WHERE aggregate_id = '3'"))
        .isEmpty();
  }

  private void basket(String id) {
    migrator.update("INSERT INTO shop.basket (id, tenant, total) VALUES (?, 'acme', 19.90)", id);
  }

  private String status(String id) {
    return Objects.requireNonNull(
        migrator.queryForObject("SELECT status FROM shop.basket WHERE id = ?", String.class, id));
  }

  private Map<String, Object> message(String id) {
    return relay.queryForMap(
        "SELECT type, correlation_id, aggregate_version, payload::text AS payload"
            + " FROM outbox.message WHERE aggregate_id = ?",
        id);
  }

  private static String text(String resource) throws IOException {
    try (InputStream stream = Objects.requireNonNull(GuideIT.class.getResourceAsStream(resource))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
