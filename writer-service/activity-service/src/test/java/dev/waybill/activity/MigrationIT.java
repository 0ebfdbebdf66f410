package dev.waybill.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.activity.testbed.WriterDatabase;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** What was there before the migrations is there after them, and means the same. */
class MigrationIT {

  @RegisterExtension static final Servers servers = new Servers();

  @Test
  void keepsActivitiesFromBeforeTheWholeLifecycle() {
    TestDatabase database = servers.database();
    JdbcTemplate owner = WriterDatabase.in(database).asMigrator();
    migrate(database, "3");
    owner.execute(
        """
        INSERT INTO activity.activity (activity_id, tenant_id, version, type, title, created_at,
          created_by, status, completed_at, completed_by, outcome, changed_at)
        VALUES
          (gen_random_uuid(), 'acme', 1, 'call', 'Call back', now(), 'anna', 'open', NULL, NULL,
            NULL, now()),
          (gen_random_uuid(), 'acme', 2, 'visit', 'Visit', now(), 'anna', 'completed', now(),
            'bert', 'Seen', now())
        """);

    migrate(database, "latest");

    assertThat(
            owner.queryForList(
                """
                SELECT title || ' ' || status || ' ' || visibility || ' ' || changed_by
                FROM activity.activity ORDER BY title
                """,
                String.class))
        .containsExactly("Call back open public anna", "Visit completed public bert");
  }

  private static void migrate(TestDatabase database, String target) {
    Flyway.configure(MigrationIT.class.getClassLoader())
        .dataSource(database.as(WriterDatabase.MIGRATOR))
        .schemas("activity")
        .table("schema_history")
        .locations("classpath:dev/waybill/activity/migration")
        .placeholders(Map.of("writer", WriterDatabase.WRITER))
        .target(target)
        .load()
        .migrate();
  }
}
