package dev.waybill.relay.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.relay.ledger.LedgerComparison.Foreign;
import dev.waybill.relay.ledger.LedgerComparison.InStep;
import dev.waybill.relay.ledger.LedgerComparison.LedgerRow;
import dev.waybill.relay.ledger.LedgerComparison.OneAhead;
import dev.waybill.relay.ledger.LedgerComparison.Own;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerComparisonTest {

  private static final Own OWN = new Own(5, "system");

  @Test
  void isInStepBeforeAnythingAndAfterEveryRow() {
    assertThat(compare(Optional.empty(), LedgerRow.NONE)).isInstanceOf(InStep.class);
    assertThat(compare(record(9, 4), new LedgerRow(9, 4))).isInstanceOf(InStep.class);
  }

  @Test
  void isOneAheadWhenARelayEndedBetweenTopicAndTable() {
    assertThat(compare(record(1, 4), LedgerRow.NONE))
        .isEqualTo(new OneAhead(record(1, 4).orElseThrow()));
    assertThat(compare(record(10, 4), new LedgerRow(9, 3))).isInstanceOf(OneAhead.class);
  }

  @Test
  void isForeignWhenTheDatabaseWasRestoredOrRecreated() {
    foreign(compare(record(12, 4), new LedgerRow(9, 4)), "ends at batch 12, the database at 9");
    foreign(compare(record(57, 4), LedgerRow.NONE), "ends at batch 57, the database at 0");
  }

  @Test
  void isForeignWhenKafkaIsBehind() {
    foreign(compare(record(8, 4), new LedgerRow(9, 4)), "ends at batch 8, the database at 9");
    foreign(compare(Optional.empty(), new LedgerRow(9, 4)), "empty while the database has batch 9");
  }

  @Test
  void isForeignWhenACloneWroteUnderTheSameOrAHigherFencingValue() {
    foreign(compare(record(9, 5), new LedgerRow(9, 5)), "fencing value 5");
    foreign(compare(record(10, 6), new LedgerRow(9, 4)), "fencing value 6");
    foreign(compare(record(9, 3), new LedgerRow(9, 4)), "different fencing values");
  }

  @Test
  void isForeignWhenTheClusterIsAnother() {
    foreign(
        LedgerComparison.compare(record(9, 4), new LedgerRow(9, 4), new Own(5, "another")),
        "PostgreSQL cluster system, this is another");
  }

  private static LedgerComparison compare(Optional<BatchRecord> last, LedgerRow row) {
    return LedgerComparison.compare(last, row, OWN);
  }

  private static void foreign(LedgerComparison comparison, String words) {
    assertThat(comparison)
        .isInstanceOfSatisfying(
            Foreign.class,
            foreign -> {
              assertThat(foreign.reason()).contains(words);
              assertThat(foreign.remedy()).contains("runbooks/relay-not-ready.md");
            });
  }

  private static Optional<BatchRecord> record(long batch, long fencingValue) {
    return Optional.of(
        BatchRecord.published(
            new BatchRecord.BatchKey("main", batch, fencingValue, "system"),
            BatchRecord.BatchRoute.toAll(1),
            List.of()));
  }
}
