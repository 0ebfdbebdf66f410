package dev.waybill.relay.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.waybill.contract.message.MessageId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchRecordJsonTest {

  private static final SeqId MESSAGE =
      new SeqId(9_007_199_254_740_993L, MessageId.of("0190a5c2-7f3e-7000-8000-0123456789ab"));

  private static final BatchRecord RECORD =
      new BatchRecord(
          new BatchRecord.BatchKey("main", 7, 3, "7300000000000000001"),
          new BatchRecord.BatchRoute(RoutedBy.only(2), "timeline", List.of("dashboard")),
          List.of(MESSAGE),
          null,
          List.of(
              new BatchRecord.ParkedMessage(
                  MESSAGE,
                  "calendar",
                  "parcel:1",
                  "acme",
                  new ParkCause(ParkCause.Code.TOO_LARGE, "2 bytes, 1 fits"))),
          List.of(new BatchRecord.UnparkedMessage(MESSAGE, "notification")));

  /** The golden text: an older relay's record must stay readable. */
  private static final String GOLDEN =
      """
      {"relay":"main","batch":"7","fencingValue":"3","systemIdentifier":"7300000000000000001",\
      "revision":"2","scope":"timeline","leftOut":["dashboard"],\
      "messages":[["9007199254740993","0190a5c2-7f3e-7000-8000-0123456789ab"]],\
      "parked":[{"seq":"9007199254740993","id":"0190a5c2-7f3e-7000-8000-0123456789ab",\
      "handler":"calendar","hold":"parcel:1","tenant":"acme","code":"too-large",\
      "reason":"2 bytes, 1 fits"}],\
      "unparked":[{"seq":"9007199254740993","id":"0190a5c2-7f3e-7000-8000-0123456789ab",\
      "handler":"notification"}]}""";

  @Test
  void writesGoldenText() {
    assertThat(BatchRecordJson.write(RECORD)).isEqualTo(GOLDEN);
  }

  @Test
  void readsGoldenText() {
    assertThat(BatchRecordJson.read(GOLDEN)).isEqualTo(RECORD);
  }

  @Test
  void keepsFormerRevisions() {
    BatchRecord former =
        BatchRecord.published(
            RECORD.key(),
            new BatchRecord.BatchRoute(
                new RoutedBy(3, List.of(1L, 9_007_199_254_740_993L)), "all", List.of()),
            List.of(MESSAGE));
    assertThat(BatchRecordJson.write(former))
        .contains("\"revision\":\"3\",\"formerRevisions\":[\"1\",\"9007199254740993\"]");
    assertThat(BatchRecordJson.read(BatchRecordJson.write(former))).isEqualTo(former);
  }

  @Test
  void keepsWhenItsMessagesWereStaged() {
    StagedSpan staged =
        new StagedSpan(
            Instant.parse("2026-11-30T22:18:34.123456Z"), Instant.parse("2026-11-30T22:18:35Z"));
    BatchRecord record =
        new BatchRecord(
            RECORD.key(), RECORD.route(), List.of(MESSAGE), staged, List.of(), List.of());
    assertThat(BatchRecordJson.write(record))
        .contains(
            "\"stagedFrom\":\"2026-11-30T22:18:34.123456Z\","
                + "\"stagedThrough\":\"2026-11-30T22:18:35Z\"");
    assertThat(BatchRecordJson.read(BatchRecordJson.write(record))).isEqualTo(record);
  }

  @Test
  void refusesWhatIsNoRecord() {
    assertThatIllegalArgumentException().isThrownBy(() -> BatchRecordJson.read("{"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchRecordJson.read(GOLDEN.replace("\"batch\"", "\"batsch\"")))
        .withMessageContaining("'batch' is missing");
  }
}
