package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.waybill.activity.testbed.Answer;
import dev.waybill.activity.testbed.Http;
import dev.waybill.local.identity.TokenIssuer;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.local.postgres.StopMode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A database that goes away and comes back. */
class DatabaseOutageIT {

  private static final LocalPostgres SERVER = LocalPostgres.builder().durable(false).start();
  private static final TokenIssuer TOKENS = new TokenIssuer();

  /** What PostgreSQL answers to the statement that found no space. */
  private static final String FULL_DISK =
      """
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON activity.activity
        FOR EACH ROW EXECUTE FUNCTION full_disk()
      """;

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @BeforeAll
  static void makeDatabase() throws IOException {
    SERVER.createDatabase("activity");
    try (InputStream sql =
        Objects.requireNonNull(
            DatabaseOutageIT.class.getResourceAsStream("/dev/waybill/outbox/roles.sql"))) {
      SERVER.createRoles(
          "activity",
          new String(sql.readAllBytes(), StandardCharsets.UTF_8),
          Map.of("waybill_writer", "secret", "waybill_migrator", "secret", "waybill_relay", "x"));
    }
  }

  @Test
  void saysThatItIsUnavailableAndRecoversByItself(@TempDir Path folder) {
    try (ConfigurableApplicationContext context = run(folder)) {
      int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
      Http anna = Http.at(port).as(TOKENS.token("acme", "anna", "activity-writer"));
      String call = "{\"type\": \"call\", \"title\": \"Call back\"}";
      assertThat(anna.post("/activities", call).status()).isEqualTo(201);

      SERVER.stop(StopMode.FAST);
      Answer down = anna.post("/activities", call).isProblem(503, "database-unavailable");
      assertThat(down.response().headers().firstValue("retry-after")).isPresent();
      assertThat(anna.get("/actuator/health/readiness").status()).isEqualTo(503);
      assertThat(anna.get("/actuator/health/liveness").status()).isEqualTo(200);

      SERVER.start();
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(anna.post("/activities", call).status()).isEqualTo(201));
      assertThat(anna.get("/activities/recent").json().path("activities").size()).isEqualTo(2);
    }
  }

  @Test
  void saysThatNothingWasChangedWhenTheServerRefusedAStatement(@TempDir Path folder) {
    try (ConfigurableApplicationContext context = run(folder)) {
      int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
      Http anna = Http.at(port).as(TOKENS.token("globex", "anna", "activity-writer"));
      JdbcClient owner = JdbcClient.create(SERVER.superuser("activity"));
      owner.sql(FULL_DISK).update();
      try {
        Answer full =
            anna.post("/activities", "{\"type\": \"call\", \"title\": \"Call back\"}")
                .isProblem(503, "database-unavailable");

        assertThat(full.json().path("detail").asString())
            .isEqualTo("Nothing was changed: the database is out of resources.");
        assertThat(anna.get("/activities/recent").json().path("activities").size()).isZero();
      } finally {
        owner.sql("DROP FUNCTION full_disk CASCADE").update();
      }
    }
  }

  private static ConfigurableApplicationContext run(Path folder) {
    return SpringApplication.run(
        ActivityServiceApplication.class,
        "--server.port=0",
        "--spring.datasource.url=" + SERVER.jdbcUrl("activity"),
        "--spring.datasource.password=secret",
        "--spring.datasource.hikari.connection-timeout=1000",
        "--waybill.outbox.migrator.username=waybill_migrator",
        "--waybill.outbox.migrator.password=secret",
        "--spring.security.oauth2.resourceserver.jwt.public-key-location=file:"
            + TOKENS.writePublicKey(folder));
  }
}
