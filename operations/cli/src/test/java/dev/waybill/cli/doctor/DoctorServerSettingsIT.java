package dev.waybill.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.testbed.Cli;
import dev.waybill.cli.testbed.OutboxDatabase;
import dev.waybill.local.postgres.LocalPostgres;
import org.junit.jupiter.api.Test;

/** Problems of a whole server, each on a server of its own. */
class DoctorServerSettingsIT {

  @Test
  void namesTheServerSettingsThatKeepARelayFromStreaming() {
    try (LocalPostgres postgres =
        LocalPostgres.builder()
            .durable(false)
            .setting("wal_level", "replica")
            .setting("max_wal_senders", "0")
            .setting("max_replication_slots", "0")
            .start()) {
      OutboxDatabase database = OutboxDatabase.migrated(postgres);

      Cli.Run run = database.cli().run("doctor");

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out())
          .containsPattern("problem +database.wal-level +wal_level is replica")
          .contains("-> ALTER SYSTEM SET wal_level = 'logical' and restart the server")
          .containsPattern("problem +database.wal-senders +0 of 0")
          .contains("-> raise max_wal_senders and restart the server")
          .containsPattern("problem +database.replication-slots +0 of 0")
          .containsPattern("problem +replication.connects");
    }
  }

  @Test
  void namesASlotThatTheServerGaveUp() {
    try (LocalPostgres postgres =
        LocalPostgres.builder()
            .durable(false)
            .setting("max_slot_wal_keep_size", "1MB")
            .setting("max_wal_size", "32MB")
            .setting("min_wal_size", "32MB")
            .start()) {
      OutboxDatabase database = OutboxDatabase.migrated(postgres);
      database.installRelay();
      for (int i = 0; i < 4; i++) {
        database.as("waybill_migrator").sql("CREATE TABLE outbox.filler AS SELECT 1 AS n").update();
        database.as("waybill_migrator").sql("DROP TABLE outbox.filler").update();
        database.asSuperuser().sql("SELECT pg_switch_wal()").query().listOfRows();
      }
      database.asSuperuser().sql("CHECKPOINT").update();

      Cli.Run run = database.cli().run("doctor", "--slot", database.slot());

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out())
          .containsPattern(
              "problem +slot.usable +slot "
                  + database.slot()
                  + " is lost: wal_status lost, invalidation_reason wal_removed")
          .contains("-> follow runbooks/slot-lost.md; then raise max_slot_wal_keep_size");
    }
  }
}
