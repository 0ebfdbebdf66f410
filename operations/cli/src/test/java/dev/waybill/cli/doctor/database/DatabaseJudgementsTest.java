package dev.waybill.cli.doctor.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.finding.Finding;
import dev.waybill.cli.finding.Level;
import dev.waybill.cli.terminal.Words;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the checks make of states that a test server cannot be brought into. */
class DatabaseJudgementsTest {

  private static final RelayNames NAMES =
      new RelayNames("main", "waybill_relay", "waybill_main", "waybill_outbox");
  private static final long GIB = 1L << 30;

  @Test
  void judgesTheServerVersion() {
    assertThat(ServerCheck.judge(18, "18.6", false))
        .extracting(Finding::level)
        .containsOnly(Level.OK);
    assertThat(ServerCheck.judge(17, "17.1", false))
        .extracting(Finding::level)
        .containsOnly(Level.OK);
    assertThat(ServerCheck.judge(16, "16.4", false).get(0).level()).isEqualTo(Level.PROBLEM);
    assertThat(ServerCheck.judge(19, "19.0", false).get(0).level()).isEqualTo(Level.WARNING);
    assertThat(ServerCheck.judge(18, "18.6", true).get(1).message()).contains("standby");
  }

  @Test
  void wantsRoomForTheRelayUnlessItHasItAlready() {
    assertThat(room(new WalCheck.Room(10, 10, false)).level()).isEqualTo(Level.PROBLEM);
    assertThat(room(new WalCheck.Room(10, 10, true)).level()).isEqualTo(Level.OK);
    assertThat(room(new WalCheck.Room(10, 9, false)).level()).isEqualTo(Level.OK);
    assertThat(room(new WalCheck.Room(0, 0, false)).remedy())
        .hasValueSatisfying(remedy -> assertThat(remedy).contains("max_wal_senders"));
  }

  @Test
  void namesTheSettingThatLostTheSlot() {
    assertThat(lost("wal_removed").remedy())
        .hasValueSatisfying(
            remedy ->
                assertThat(remedy).contains("runbooks/slot-lost.md", "max_slot_wal_keep_size"));
    assertThat(lost("idle_timeout").remedy())
        .hasValueSatisfying(remedy -> assertThat(remedy).contains("idle_replication_slot_timeout"));
  }

  @Test
  void tellsALaggingRelayFromATransactionThatHoldsTheWal() {
    assertThat(wal("reserved", 1_000, 10).level()).isEqualTo(Level.OK);
    assertThat(wal("unreserved", 3 * GIB, 3 * GIB).level()).isEqualTo(Level.PROBLEM);
    assertThat(wal("extended", 2 * GIB, 2 * GIB).remedy())
        .hasValueSatisfying(remedy -> assertThat(remedy).contains("the relay is behind"));
    assertThat(wal("reserved", 2 * GIB, 100).remedy())
        .hasValueSatisfying(remedy -> assertThat(remedy).contains("transactions.open"));
  }

  @Test
  void aMissingSlotIsALossOnlyAfterInstallation() {
    SlotCheck check = new SlotCheck(NAMES);

    assertThat(check.missing(false).level()).isEqualTo(Level.OK);
    assertThat(check.missing(true).level()).isEqualTo(Level.PROBLEM);
  }

  @Test
  void countsOnlyPartitionsAheadWithoutAGap() {
    LocalDate today = LocalDate.of(2026, 2, 27);
    List<String> days = new ArrayList<>();
    for (int i = -3; i <= 9; i++) {
      days.add("message_p" + today.plusDays(i).toString().replace("-", ""));
    }

    assertThat(PartitionCheck.judge(today, days).get(0).message())
        .isEqualTo("13 day partitions, 9 days ahead without a gap");
    days.remove("message_p20260302");
    assertThat(PartitionCheck.judge(today, days).get(0).level()).isEqualTo(Level.WARNING);
    assertThat(PartitionCheck.judge(today, days).get(0).message()).contains("2 days ahead");
    days.remove("message_p20260228");
    assertThat(PartitionCheck.judge(today, days).get(0).message()).contains("from midnight UTC");
    days.remove("message_p20260227");
    assertThat(PartitionCheck.judge(today, days).get(0).message())
        .contains("no partition for today");
    days.add("message_default");
    assertThat(PartitionCheck.judge(today, days))
        .extracting(Finding::check)
        .contains("outbox.partition-names");
  }

  @Test
  void namesWhoHoldsTheWal() {
    TransactionCheck.Open old =
        new TransactionCheck.Open(41, "writer", "activity", "idle in transaction", 3_700.0);
    TransactionCheck.Open young =
        new TransactionCheck.Open(42, "writer", "activity", "active", 1.0);

    List<Finding> findings = TransactionCheck.judge(List.of(old, young), 0);

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).level()).isEqualTo(Level.WARNING);
    assertThat(findings.get(0).message())
        .contains("server process 41 (writer in activity, idle in transaction)", "for 1 h 1 min");
    assertThat(findings.get(0).remedy())
        .hasValueSatisfying(remedy -> assertThat(remedy).contains("pg_terminate_backend(41)"));
  }

  @Test
  void speaksOfHiddenTransactionsOnlyWhenWalPilesUp() {
    List<TransactionCheck.Open> hidden =
        List.of(new TransactionCheck.Open(7, "writer", "db", "active", null));

    assertThat(TransactionCheck.judge(hidden, 0).get(0).level()).isEqualTo(Level.OK);
    assertThat(TransactionCheck.judge(hidden, GIB).get(0).message()).contains("7 (writer)");
    assertThat(
            TransactionCheck.judgePrepared(
                    List.of(new TransactionCheck.Prepared("tx 1", "writer", "db", 4_000)))
                .get(0)
                .message())
        .contains("'tx 1' (writer in db) is prepared for 1 h 6 min");
  }

  @Test
  void knowsAForeignCluster() {
    InstallationCheck check = new InstallationCheck(NAMES);

    assertThat(
            check
                .judge(Optional.of(new InstallationCheck.Installed("waybill_main", "1", "2")))
                .level())
        .isEqualTo(Level.PROBLEM);
    assertThat(check.judge(Optional.of(new InstallationCheck.Installed("other", "1", "1"))).level())
        .isEqualTo(Level.PROBLEM);
  }

  @Test
  void judgesWhoHoldsTheLease() {
    LeaseCheck check = new LeaseCheck(NAMES);

    assertThat(check.judge(Optional.empty()).level()).isEqualTo(Level.WARNING);
    assertThat(check.judge(lease("a-1", false, true)).message()).contains("nobody holds");
    assertThat(check.judge(lease(null, true, true)).message()).contains("nobody holds");
    assertThat(check.judge(lease("a-1", true, false)).message()).contains("does not stream yet");
    assertThat(check.judge(lease("a-1", true, true)).message())
        .isEqualTo("a-1 holds it since 2 min 5 s, fencing value 9");
    assertThat(LeaseCheck.judgeHeartbeat(Optional.of(4.0)).level()).isEqualTo(Level.OK);
    assertThat(LeaseCheck.judgeHeartbeat(Optional.of(400.0)).level()).isEqualTo(Level.WARNING);
    assertThat(LeaseCheck.judgeHeartbeat(Optional.empty()).message()).isEqualTo("never written");
  }

  @Test
  void writesSizesAndAgesForPeople() {
    assertThat(Words.bytes(1_023)).isEqualTo("1023 B");
    assertThat(Words.bytes(1_536)).isEqualTo("1.5 KiB");
    assertThat(Words.bytes(5 * GIB)).isEqualTo("5.0 GiB");
    assertThat(Words.age(59)).isEqualTo("59 s");
    assertThat(Words.age(90_000)).isEqualTo("1 d 1 h");
  }

  private static Optional<LeaseCheck.Lease> lease(
      @Nullable String owner, boolean holds, boolean started) {
    return Optional.of(new LeaseCheck.Lease(owner, holds, 9, 125, 30, started));
  }

  private static Finding room(WalCheck.Room senders) {
    return WalCheck.judge(new WalCheck.Wal("logical", senders, new WalCheck.Room(10, 1, false)))
        .get(1);
  }

  private static Finding lost(String reason) {
    return last(new SlotCheck.Slot("pgoutput", true, false, null, "lost", null, reason, 0, 0));
  }

  private static Finding wal(String status, long retained, long behind) {
    return last(
        new SlotCheck.Slot("pgoutput", true, false, 1, status, null, null, retained, behind));
  }

  private static Finding last(SlotCheck.Slot slot) {
    List<Finding> findings = new SlotCheck(NAMES).judge(slot);
    return findings.get(findings.size() - 1);
  }
}
