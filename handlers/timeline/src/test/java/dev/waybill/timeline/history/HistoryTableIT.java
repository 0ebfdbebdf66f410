package dev.waybill.timeline.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
import dev.waybill.timeline.history.Change.Summary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;

class HistoryTableIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final String HANDLER_ROLE = "waybill_handler";
  private static final String MIGRATOR_ROLE = "waybill_migrator";
  private static final Instant AT = Instant.parse("2026-03-01T08:15:30Z");
  private static final Instant DUE = Instant.parse("2026-03-09T08:00:00Z");

  /** Each test tells of a tenant of its own. */
  private final String tenant = "tenant-" + UUID.randomUUID();

  /** For many orders of many statements, each of which would log in. */
  @AutoClose private final HikariDataSource pool = new HikariDataSource();

  private final HistoryTable table = new HistoryTable(JdbcClient.create(pool));

  HistoryTableIT() {
    pool.setDataSource(servers.database().as(HANDLER_ROLE));
    pool.setMaximumPoolSize(1);
  }

  @BeforeAll
  static void migrate() {
    TestDatabase database = servers.database();
    database.createRoles("dev/waybill/handler/roles.sql", List.of(MIGRATOR_ROLE, HANDLER_ROLE));
    new SchemaMigrations(
            SchemaMode.MIGRATE,
            database.as(MIGRATOR_ROLE),
            new HistorySchema().timelineSchema(),
            HANDLER_ROLE)
        .prepare();
  }

  @Test
  void standsAsTheNewestSaysOfEachInWhateverOrderTheyAreSeen() {
    for (List<Integer> order : orders(List.of(1, 2, 3, 4))) {
      ActivityRef activity = new ActivityRef(tenant, UUID.randomUUID());
      List<Change> life = life(activity);
      order.forEach(version -> add(life.get(version - 1)));
      add(life.get(order.get(0) - 1));

      assertThat(table.changes(activity)).as("seen as %s", order).isEqualTo(life);
      assertThat(table.standing(activity))
          .as("seen as %s", order)
          .contains(
              new Standing(
                  activity,
                  4,
                  "started",
                  new Summary("call", "Call 4", "cleo", DUE.plusSeconds(2)),
                  AT.plusSeconds(4)));
    }
  }

  @Test
  void isNobodysWhenTheNewestNamesNobody() {
    ActivityRef activity = new ActivityRef(tenant, UUID.randomUUID());
    add(change(activity, 1, "created", "anna", null));
    add(change(activity, 2, "cancelled", null, null));

    assertThat(table.standing(activity))
        .contains(
            new Standing(
                activity,
                2,
                "cancelled",
                new Summary("call", "Call 2", null, null),
                AT.plusSeconds(2)));
  }

  @Test
  void isOpenAtLeast() {
    ActivityRef activity = new ActivityRef(tenant, UUID.randomUUID());
    add(change(activity, 4, "updated", "anna", null));

    assertThat(table.standing(activity)).map(Standing::status).contains("open");
  }

  @Test
  void takesNothingInOfADeletedOne() {
    for (List<Integer> order : orders(List.of(1, 2, 3, 5))) {
      ActivityRef activity = new ActivityRef(tenant, UUID.randomUUID());
      List<Change> life = life(activity);
      for (int version : order) {
        if (version == 5) {
          table.delete(activity, version, AT.plusSeconds(5));
        } else {
          add(life.get(version - 1));
        }
      }

      assertThat(table.changes(activity)).as("seen as %s", order).isEmpty();
      assertThat(table.standing(activity)).as("seen as %s", order).isEqualTo(Optional.empty());
    }
    assertThat(table.recent(tenant, 100)).isEmpty();
    assertThat(left()).containsExactly("5 deleted, 24 times");
  }

  /** Of two tenants that name the same activity. */
  @Test
  void deletesOfItsTenantAlone() {
    UUID id = UUID.randomUUID();
    Change other = change(new ActivityRef("other-" + tenant, id), 1, "created", "anna", null);
    add(other);

    table.delete(new ActivityRef(tenant, id), 2, AT);

    assertThat(table.changes(other.activity())).containsExactly(other);
    assertThat(table.standing(other.activity())).isPresent();
  }

  /** The third and the fourth do not say when it is due, and only two of them how it stands. */
  private static List<Change> life(ActivityRef activity) {
    return List.of(
        change(activity, 1, "created", null, DUE),
        change(activity, 2, "rescheduled", "bert", DUE.plusSeconds(2)),
        change(activity, 3, "started", "bert", null),
        change(activity, 4, "reassigned", "cleo", null));
  }

  private static Change change(
      ActivityRef activity,
      int version,
      String kind,
      @Nullable String assignee,
      @Nullable Instant due) {
    return new Change(
        activity,
        version,
        kind,
        AT.plusSeconds(version),
        "anna",
        new Summary("call", "Call " + version, assignee, due),
        version == 3 ? "Noted." : null);
  }

  private void add(Change change) {
    table.add(change, UUID.randomUUID());
  }

  /** What the rows of the tenant say, without a word of what they were about. */
  private List<String> left() {
    return JdbcClient.create(servers.database().superuser())
        .sql(
            """
            SELECT version || ' ' || status || type || title || coalesce(assignee, '')
                   || coalesce(due_at::text, '') || ', ' || count(*) || ' times'
            FROM timeline.activity WHERE tenant_id = ?
            GROUP BY version, status, type, title, assignee, due_at
            """)
        .param(tenant)
        .query(String.class)
        .list();
  }

  private static <T> List<List<T>> orders(List<T> all) {
    if (all.isEmpty()) {
      return List.of(List.of());
    }
    return all.stream()
        .flatMap(
            first ->
                orders(all.stream().filter(each -> each != first).toList()).stream()
                    .map(rest -> Stream.concat(Stream.of(first), rest.stream()).toList()))
        .toList();
  }
}
