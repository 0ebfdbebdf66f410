package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.Visibility;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurableMessageTest {

  @Test
  void fillsInWhatIsRarelySaid() {
    IntegrationEvent event =
        DurableMessage.integrationEvent("activity.created", 1)
            .tenant("acme")
            .aggregate("activity", "42", 1)
            .payloadJson("{}")
            .build();

    assertThat(event.kind()).isEqualTo(MessageKind.INTEGRATION_EVENT);
    assertThat(event.type()).isEqualTo(new MessageType("activity.created", 1));
    assertThat(event.orderingKey()).hasToString("activity:42");
    assertThat(event.visibility()).isEqualTo(Visibility.PUBLIC);
    assertThat(event.occurredAt()).isEmpty();
    assertThat(event.origin()).isEqualTo(Origin.UNKNOWN);
  }

  @Test
  void keepsWhatIsSaid() {
    IntegrationEvent event =
        complete()
            .orderingKey("customer:7")
            .occurredAt(Instant.EPOCH)
            .visibility(Visibility.INTERNAL)
            .correlationId("c")
            .causationId("d")
            .traceparent("t")
            .build();

    assertThat(event.orderingKey()).hasToString("customer:7");
    assertThat(event.occurredAt()).contains(Instant.EPOCH);
    assertThat(event.visibility()).isEqualTo(Visibility.INTERNAL);
    assertThat(event.origin()).isEqualTo(new Origin("c", "d", "t"));
  }

  @Test
  void rendersAnObjectByFixedRules() {
    record Body(Instant at, BigDecimal amount) {}

    IntegrationEvent event =
        complete()
            .payload(new Body(Instant.parse("2026-03-01T00:00:00Z"), new BigDecimal("1.10")))
            .build();

    assertThat(event.payload()).isEqualTo("{\"at\":\"2026-03-01T00:00:00Z\",\"amount\":1.10}");
  }

  @Test
  void keepsEveryDigitOfANumber() {
    record Body(List<Number> numbers) {}

    IntegrationEvent event =
        complete()
            .payload(
                new Body(
                    List.of(
                        new BigDecimal("1.50"),
                        new BigDecimal("0.10000000000000000000000000000000001"),
                        new BigDecimal("1E+3"),
                        new BigInteger("123456789012345678901234567890"),
                        9_007_199_254_740_993L)))
            .build();

    assertThat(event.payload())
        .isEqualTo(
            "{\"numbers\":[1.50,0.10000000000000000000000000000000001,1E+3,"
                + "123456789012345678901234567890,9007199254740993]}");
  }

  @Test
  void isOfOneOfThreeKinds() {
    assertThat(
            DurableMessage.journeyStepCommand("activity.create", 2)
                .aggregate("activity", "42", 1)
                .payloadJson("{}")
                .build())
        .extracting(JourneyStepCommand::kind, JourneyStepCommand::type)
        .containsExactly(MessageKind.JOURNEY_STEP_COMMAND, new MessageType("activity.create", 2));
    assertThat(
            DurableMessage.providerSideEffect("mail.send", 1)
                .aggregate("activity", "42", 1)
                .payloadJson("{}")
                .build())
        .extracting(ProviderSideEffect::kind, ProviderSideEffect::type)
        .containsExactly(MessageKind.PROVIDER_SIDE_EFFECT, new MessageType("mail.send", 1));
    assertThat(DurableMessage.class.getPermittedSubclasses()).hasSize(MessageKind.values().length);
  }

  @Test
  void namesWhatIsMissing() {
    assertThatThrownBy(() -> DurableMessage.integrationEvent("a.b", 1).payloadJson("{}").build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("aggregate");
    assertThatThrownBy(
            () -> DurableMessage.integrationEvent("a.b", 1).aggregate("x", "1", 1).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("payload");
    assertThatThrownBy(() -> new Aggregate("activity", " ", 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Aggregate("activity", "1", -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isNamedWithoutItsPayload() {
    assertThat(complete().payloadJson("{\"secret\":1}").build())
        .hasToString("activity.created v1 of activity 42");
  }

  private static IntegrationEvent.Builder complete() {
    return DurableMessage.integrationEvent("activity.created", 1)
        .tenant("acme")
        .aggregate("activity", "42", 1)
        .payloadJson("{}");
  }
}
