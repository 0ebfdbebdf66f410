package dev.waybill.dashboard.counts;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.waybill.dashboard.counts.Counts.Count;
import dev.waybill.handler.schema.SchemaMigrations;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.testsupport.servers.Servers;
import dev.waybill.testsupport.servers.TestDatabase;
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

class CountsTableIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final String HANDLER_ROLE = "waybill_handler";
  private static final String MIGRATOR_ROLE = "waybill_migrator";

  /** Each test counts for a tenant of its own. */
  private final String tenant = "tenant-" + UUID.randomUUID();

  private final UUID activity = UUID.randomUUID();

  /** For many orders of many statements, each of which would log in. */
  @AutoClose private final HikariDataSource pool = new HikariDataSource();

  private final CountsTable table = new CountsTable(JdbcClient.create(pool));

  CountsTableIT() {
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
            new CountsSchema().dashboardSchema(),
            HANDLER_ROLE)
        .prepare();
  }

  /** A life of which the second version and the third do not say that it is started. */
  @Test
  void countsTheNewestVersionInWhateverOrderTheyAreSeen() {
    List<Said> life =
        List.of(
            new Said(1, Status.OPEN, null),
            new Said(2, Status.STARTED, "anna"),
            new Said(3, Status.OPEN, "bert"),
            new Said(4, Status.CANCELLED, "bert"));
    List<List<Said>> orders = orders(life);

    for (List<Said> order : orders) {
      UUID id = UUID.randomUUID();
      order.forEach(said -> keep(id, said));
      order.forEach(said -> keep(id, said));
    }

    assertThat(count(Status.counted(), null, 10))
        .isEqualTo(new Counts(24, List.of(new Count("cancelled", "bert", 24))));
  }

  @Test
  void staysStartedWhateverIsSaidThatDoesNotTell() {
    keep(activity, new Said(2, Status.STARTED, "anna"));
    keep(activity, new Said(3, Status.OPEN, "bert"));
    keep(activity, new Said(1, Status.OPEN, null));

    assertThat(count(Status.counted(), null, 10))
        .isEqualTo(new Counts(1, List.of(new Count("started", "bert", 1))));
  }

  @Test
  void countsADeletedOneNowhereInWhateverOrderItsVersionsAreSeen() {
    List<Said> life =
        List.of(
            new Said(1, Status.OPEN, "anna"),
            new Said(2, Status.STARTED, "anna"),
            new Said(3, Status.OPEN, "bert"),
            new Said(4, Status.COMPLETED, "bert"),
            new Said(5, Status.DELETED, null));

    for (List<Said> order : orders(life)) {
      UUID id = UUID.randomUUID();
      order.forEach(said -> keep(id, said));
    }

    assertThat(count(Status.counted(), null, 10)).isEqualTo(new Counts(0, List.of()));
    assertThat(left()).containsExactly("5 deleted nobody, 120 times");
  }

  /** What the rows of the tenant say. */
  private List<String> left() {
    return JdbcClient.create(servers.database().superuser())
        .sql(
            """
            SELECT version || ' ' || status || ' ' || coalesce(assignee, 'nobody') || ', '
                   || count(*) || ' times'
            FROM dashboard.activity WHERE tenant_id = ?
            GROUP BY version, status, assignee
            """)
        .param(tenant)
        .query(String.class)
        .list();
  }

  private record Said(long version, Status reached, @Nullable String assignee) {}

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

  @Test
  void forgetsAnAssigneeWhoseItNoLongerIs() {
    keep(activity, 1, Status.OPEN, "anna");
    keep(activity, 2, Status.COMPLETED, null);

    assertThat(count(Status.counted(), null, 10))
        .isEqualTo(new Counts(1, List.of(new Count("completed", null, 1))));
  }

  @Test
  void countsWhatIsSelectedTheLargestFirst() {
    keep(activity, 1, Status.COMPLETED, "anna");
    keep(UUID.randomUUID(), 1, Status.OPEN, "bert");
    keep(UUID.randomUUID(), 1, Status.OPEN, "bert");
    keep(UUID.randomUUID(), 1, Status.OPEN, null);

    Count bert = new Count("open", "bert", 2);
    Count anna = new Count("completed", "anna", 1);
    Count nobody = new Count("open", null, 1);
    assertThat(count(Status.counted(), null, 10))
        .isEqualTo(new Counts(4, List.of(bert, anna, nobody)));
    assertThat(count(List.of("open"), null, 10)).isEqualTo(new Counts(3, List.of(bert, nobody)));
    assertThat(count(Status.counted(), "anna", 10)).isEqualTo(new Counts(1, List.of(anna)));
    assertThat(count(List.of("open"), "anna", 10)).isEqualTo(new Counts(0, List.of()));
    assertThat(count(Status.counted(), null, 1)).isEqualTo(new Counts(4, List.of(bert)));
  }

  @Test
  void keepsTenantsApartAlsoWhenTheyNameTheSameActivity() {
    keep(activity, 2, Status.COMPLETED, "anna");
    table.keep(new ActivityVersion("other-" + tenant, activity, 1, Status.OPEN, "anna"));

    assertThat(count(Status.counted(), "anna", 10))
        .isEqualTo(new Counts(1, List.of(new Count("completed", "anna", 1))));
  }

  private void keep(UUID id, Said said) {
    keep(id, said.version(), said.reached(), said.assignee());
  }

  private void keep(UUID id, long version, Status status, @Nullable String assignee) {
    table.keep(new ActivityVersion(tenant, id, version, status, assignee));
  }

  private Counts count(List<String> statuses, @Nullable String assignee, int limit) {
    return table.count(tenant, new Selection(statuses, Optional.ofNullable(assignee), limit));
  }
}
