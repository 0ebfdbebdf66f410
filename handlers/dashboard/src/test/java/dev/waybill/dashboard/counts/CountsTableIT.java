package dev.waybill.dashboard.counts;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class CountsTableIT {

  @RegisterExtension static final Servers servers = new Servers();

  private static final String HANDLER_ROLE = "waybill_handler";
  private static final String MIGRATOR_ROLE = "waybill_migrator";

  /** Each test counts for a tenant of its own. */
  private final String tenant = "tenant-" + UUID.randomUUID();

  private final UUID activity = UUID.randomUUID();
  private final CountsTable table =
      new CountsTable(JdbcClient.create(servers.database().as(HANDLER_ROLE)));

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

  @ParameterizedTest
  @MethodSource("orders")
  void countsTheNewestVersionInWhateverOrderTheyAreSeen(List<Integer> versions) {
    versions.forEach(
        version ->
            keep(
                activity,
                version,
                version < 3 ? Status.OPEN : Status.COMPLETED,
                "user-" + version));

    assertThat(count(Status.labels(), null, 10))
        .isEqualTo(new Counts(1, List.of(new Count("completed", "user-3", 1))));
  }

  static Stream<List<Integer>> orders() {
    return Stream.of(
        List.of(1, 2, 3),
        List.of(3, 1, 2),
        List.of(2, 3, 1),
        List.of(3, 2, 1),
        List.of(1, 3, 2, 3, 1));
  }

  @Test
  void forgetsAnAssigneeWhoseItNoLongerIs() {
    keep(activity, 1, Status.OPEN, "anna");
    keep(activity, 2, Status.COMPLETED, null);

    assertThat(count(Status.labels(), null, 10))
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
    assertThat(count(Status.labels(), null, 10))
        .isEqualTo(new Counts(4, List.of(bert, anna, nobody)));
    assertThat(count(List.of("open"), null, 10)).isEqualTo(new Counts(3, List.of(bert, nobody)));
    assertThat(count(Status.labels(), "anna", 10)).isEqualTo(new Counts(1, List.of(anna)));
    assertThat(count(List.of("open"), "anna", 10)).isEqualTo(new Counts(0, List.of()));
    assertThat(count(Status.labels(), null, 1)).isEqualTo(new Counts(4, List.of(bert)));
  }

  @Test
  void keepsTenantsApartAlsoWhenTheyNameTheSameActivity() {
    keep(activity, 2, Status.COMPLETED, "anna");
    table.keep(new ActivityVersion("other-" + tenant, activity, 1, Status.OPEN, "anna"));

    assertThat(count(Status.labels(), "anna", 10))
        .isEqualTo(new Counts(1, List.of(new Count("completed", "anna", 1))));
  }

  private void keep(UUID id, long version, Status status, @Nullable String assignee) {
    table.keep(new ActivityVersion(tenant, id, version, status, assignee));
  }

  private Counts count(List<String> statuses, @Nullable String assignee, int limit) {
    return table.count(tenant, new Selection(statuses, Optional.ofNullable(assignee), limit));
  }
}
