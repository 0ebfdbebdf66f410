package dev.waybill.relay.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageId;
import dev.waybill.relay.ledger.SeqId;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxMessageTest {

  @Test
  void knowsWhenItWasStagedByItsEnvelope() {
    String envelope =
        "{\"ce_subject\":\"\\\"ce_recordedtime\\\":\\\"2020-01-01T00:00:00.000000Z\\\"\","
            + "\"ce_recordedtime\":\"2026-11-30T22:18:34.123456Z\",\"visibility\":\"public\"}";
    assertThat(message(envelope).recordedAt())
        .contains(Instant.parse("2026-11-30T22:18:34.123456Z"));
  }

  /** Such a time would come back from a table as another one, and a repeat would not be known. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"visibility\":\"public\"}",
        "{\"ce_recordedtime\":\"2026-11-30T22:18:34.123456789Z\"}",
        "{\"ce_recordedtime\":\"2026-11-30T22:18:34Z\"}",
        "{\"ce_recordedtime\":\"2026-13-30T22:18:34.123456Z\"}",
        "{\"ce_recordedtime\":\"yesterday\"}",
        "{\"ce_recordedtime\":\"+300000-01-01T00:00:00.000Z\"}",
        "{\"ce_recordedtime\":\"-9999-01-01T00:00:00.00000Z\"}",
        "{\"ce_recordedtime\":\"2026-11-30T22:18:34.123456Z",
        ""
      })
  void doesNotKnowItWhereThatSaysNothingInTheFormOfTheTable(String envelope) {
    assertThat(message(envelope).recordedAt()).isEmpty();
  }

  private static OutboxMessage message(String envelope) {
    return new OutboxMessage(
        new SeqId(1, new MessageId(new UUID(0, 1))),
        envelope,
        "{}",
        new OutboxMessage.CommitTime(Instant.EPOCH, true));
  }
}
