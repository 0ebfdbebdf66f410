package dev.waybill.lab.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.local.postgres.LocalPostgres;
import dev.waybill.outbox.schema.OutboxSchema;
import dev.waybill.outbox.schema.SchemaMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What a start does with subscriptions that somebody applied before it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AppliedSubscriptionsIT {
  private static final Checkout CHECKOUT = new Checkout(Path.of("..", "..").toAbsolutePath());
  private static final Subscription CALENDAR =
      SubscriptionFiles.parse(
          "calendar.yaml",
          """
          handler: calendar
          owner: team
          subscribes:
            - type: activity.completed
              versions: [1]
          """);

  private final LocalPostgres postgres = LocalPostgres.builder().durable(false).start();

  @AfterAll
  void stop() {
    postgres.close();
  }

  @Test
  void appliesTheFilesOnceAndThenLeavesThemAlone(@TempDir Path folder) throws Exception {
    AppliedSubscriptions applied = database("fresh");

    InForce first = applied.ensure(files(folder));
    assertThat(first.describe()).isEqualTo("revision 1, applied");
    assertThat(first.topics(List.of("activity.created", "activity.completed")))
        .contains("waybill.timeline");

    assertThat(applied.ensure(files(folder)).describe()).isEqualTo("revision 1, as found");
  }

  @Test
  void keepsWhatSomebodyAppliedMeanwhile(@TempDir Path folder) throws Exception {
    AppliedSubscriptions applied = database("kept");
    applied.ensure(files(folder));
    SubscriptionRevision theirs =
        new SubscriptionRevision(2, List.of(CALENDAR, timeline("waybill.other")));
    insert("kept", theirs);

    InForce found = applied.ensure(files(folder, "timeline"));

    assertThat(found.describe()).isEqualTo("revision 2, as found; schemas/subscriptions differs");
    assertThat(found.revision()).isEqualTo(theirs);
    assertThat(found.topicOf("timeline")).isEqualTo("waybill.other");
    assertThat(found.topics(List.of("activity.completed")))
        .containsExactly("waybill.calendar", "waybill.other");
  }

  @Test
  void addsAHandlerOfTheFilesThatIsMissing(@TempDir Path folder) throws Exception {
    AppliedSubscriptions applied = database("added");
    insert("added", new SubscriptionRevision(1, List.of(CALENDAR, timeline("waybill.other"))));

    InForce added = applied.ensure(files(folder));

    assertThat(added.describe())
        .isEqualTo("revision 2, with activity-steps, dashboard, notification added");
    assertThat(added.revision().subscriptions()).contains(CALENDAR, timeline("waybill.other"));
    assertThat(added.topicOf("dashboard")).isEqualTo("waybill.dashboard");
  }

  private AppliedSubscriptions database(String name) {
    postgres.createDatabase(name);
    postgres.createRoles(
        name, CHECKOUT.writerRoles(), Role.passwords(Role.MIGRATOR, Role.WRITER, Role.RELAY));
    new OutboxSchema(
            SchemaMode.MIGRATE,
            as(name, Role.WRITER),
            as(name, Role.MIGRATOR),
            Map.of("writer", Role.WRITER.roleName(), "relay", Role.RELAY.roleName()))
        .prepare();
    return new AppliedSubscriptions(CHECKOUT.contractsFolder(), postgres, name);
  }

  private void insert(String database, SubscriptionRevision revision) throws SQLException {
    try (var connection = as(database, Role.MIGRATOR).getConnection();
        var insert =
            connection.prepareStatement(
                """
                INSERT INTO outbox.subscription_revision (revision, applied_by, reason, document)
                VALUES (?, 'test', 'test', ?)
                """)) {
      insert.setLong(1, revision.revision());
      insert.setString(2, revision.toJson());
      insert.executeUpdate();
    }
  }

  private DataSource as(String database, Role role) {
    return postgres.dataSource(database, role.roleName(), role.password());
  }

  private static SubscriptionFolder files(Path folder) {
    return SubscriptionFolder.make(
        folder.resolve("files"),
        CHECKOUT.subscriptionsFolder(),
        StackServices.of(StackServices.LEASE, List.of()));
  }

  /** The files of some handlers only. */
  private static SubscriptionFolder files(Path folder, String handler) throws Exception {
    SubscriptionFolder files = files(folder);
    for (var file : SubscriptionFiles.readFiles(files.path())) {
      if (!file.subscription().handler().value().equals(handler)) {
        Files.delete(file.path());
      }
    }
    return files;
  }

  private static Subscription timeline(String topic) {
    return SubscriptionFiles.parse(
        "timeline.yaml",
        """
        handler: timeline
        owner: team
        topic: %s
        subscribes:
          - type: activity.created
            versions: [1]
          - type: activity.completed
            versions: [1]
        """
            .formatted(topic));
  }
}
