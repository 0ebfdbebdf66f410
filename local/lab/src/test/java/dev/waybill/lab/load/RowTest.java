package dev.waybill.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.catalogue.EventVersion;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowTest {
  private static final OffsetDateTime STAGED = OffsetDateTime.parse("2026-03-01T13:45:01.2+12:45");

  private final MessageFactory messages = new MessageFactory(new Random(7), "test", 5);

  @Test
  void keepsTheContractOfItsType() {
    EventContract contract =
        Catalogue.load(getClass().getClassLoader()).find(MessageFactory.TYPE).orElseThrow();

    EventVersion version = contract.version(MessageFactory.VERSION).orElseThrow();
    assertThat(contract.record().id()).isEqualTo(Row.RECORD);
    for (Message message : messages.next(200)) {
      assertThat(version.validate(message.payload())).isEmpty();
    }
  }

  @Test
  void rendersTheTimeOfTheRowIntoItsEnvelope() {
    Message message = messages.next();
    List<String> values = List.of(new Row(message, 42, STAGED).values());

    Envelope envelope = Envelope.parse(values.get(values.size() - 1));

    assertThat(values).hasSize(Row.COLUMNS.split(",").length).startsWith("42");
    assertThat(envelope.header(WireHeaders.RECORDED_TIME)).contains("2026-03-01T01:00:01.200000Z");
    assertThat(values).contains("2026-03-01T01:00:01.200000Z");
    assertThat(envelope.id().value()).isEqualTo(message.id());
    assertThat(envelope.orderingKey().value()).isEqualTo(message.key());
  }

  @Test
  void leavesTheRecordedTimeToTheStartersFunction() {
    Envelope envelope = Envelope.parse(Row.unstagedEnvelope(messages.next(), STAGED));

    assertThat(envelope.header(WireHeaders.RECORDED_TIME)).isEmpty();
  }

  @Test
  void repeatsItsChoicesForASeed() {
    MessageFactory one = new MessageFactory(new Random(3), "test", 5);
    MessageFactory other = new MessageFactory(new Random(3), "test", 5);

    assertThat(one.next(50).stream().map(Message::id))
        .isEqualTo(other.next(50).stream().map(Message::id).toList());
  }
}
