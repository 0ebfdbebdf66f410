package dev.waybill.outbox.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.catalogue.Violation;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageKind;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.IntegrationEvent;
import dev.waybill.outbox.Origin;
import dev.waybill.outbox.OriginScope;
import dev.waybill.outbox.refused.KindMismatchException;
import dev.waybill.outbox.refused.MessageTooLargeException;
import dev.waybill.outbox.refused.NotDurableException;
import dev.waybill.outbox.refused.PayloadInvalidException;
import dev.waybill.outbox.refused.StagingRefusedException;
import dev.waybill.outbox.refused.TenantMissingException;
import dev.waybill.outbox.refused.TraceContextInvalidException;
import dev.waybill.outbox.refused.UnknownTypeException;
import dev.waybill.outbox.refused.UnknownVersionException;
import dev.waybill.outbox.refused.UnstorableTextException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every way in which a message is refused before anything is written. */
class StagingRefusalsTest {

  private static final Catalogue CATALOGUE =
      Catalogue.load(StagingRefusalsTest.class.getClassLoader());
  private static final EventContract CREATED = CATALOGUE.find("activity.created").orElseThrow();
  private static final String PAYLOAD = CREATED.version(1).orElseThrow().example();
  private static final MessageId ID = MessageId.of("0190a5c2-7f3e-7000-8000-0123456789ab");

  private final EnvelopeRenderer envelopes = new EnvelopeRenderer("/test", () -> Instant.EPOCH);

  @Test
  void acceptsAGoodMessage() {
    check(CATALOGUE, 4_096, event("activity.created", 1).build());
  }

  @Test
  void refusesATypeThatNoJarBrings() {
    refuses(UnknownTypeException.class, "type", event("activity.exploded", 1).build());
  }

  @Test
  void refusesAVersionThatTheContractLacks() {
    UnknownVersionException refusal =
        refuses(UnknownVersionException.class, "version", event("activity.created", 9).build());

    assertThat(refusal).hasMessageContaining("only [1]");
  }

  @Test
  void refusesABestEffortType() {
    Catalogue bestEffort = catalogueOf(MessageKind.INTEGRATION_EVENT, false);

    assertThatThrownBy(() -> check(bestEffort, 4_096, event("activity.created", 1).build()))
        .isInstanceOf(NotDurableException.class);
  }

  @Test
  void refusesAnotherKindThanDeclared() {
    Catalogue command = catalogueOf(MessageKind.JOURNEY_STEP_COMMAND, true);

    assertThatThrownBy(() -> check(command, 4_096, event("activity.created", 1).build()))
        .isInstanceOf(KindMismatchException.class);
  }

  @Test
  void refusesAMessageWithoutTenant() {
    refuses(
        TenantMissingException.class, "tenant", event("activity.created", 1).tenant(" ").build());
    refuses(
        TenantMissingException.class, "tenant", event("activity.created", 1).tenant(null).build());
  }

  @Test
  void namesTheFieldThatBreaksTheSchema() {
    refuses(
        PayloadInvalidException.class,
        "payload/title",
        event("activity.created", 1).payloadJson(PAYLOAD.replace("title", "tilte")).build());
  }

  @Test
  void namesEveryFieldThatBreaksTheSchema() {
    IntegrationEvent event =
        event("activity.created", 1)
            .payloadJson(PAYLOAD.replace("title", "tilte").replace("visit", "voyage"))
            .build();
    PayloadInvalidException refusal =
        catchThrowableOfType(PayloadInvalidException.class, () -> check(CATALOGUE, 4_096, event));

    assertThat(refusal.violations())
        .extracting(Violation::field)
        .containsExactlyInAnyOrder("/title", "/type");
    assertThat(refusal).hasMessageContaining("payload/title").hasMessageContaining("payload/type");
  }

  @Test
  void refusesAPayloadThatIsNotOneJsonDocument() {
    for (String text : List.of("", "{", "{} {}", "{'a':1}", PAYLOAD + "x")) {
      refuses(
          PayloadInvalidException.class,
          "payload",
          event("activity.created", 1).payloadJson(text).build());
    }
  }

  @Test
  void countsKeyAndHeadersAndPayloadInBytes() {
    IntegrationEvent ascii = event("activity.created", 1).correlationId("e".repeat(100)).build();
    IntegrationEvent twoBytes =
        event("activity.created", 1).correlationId("\u00e9".repeat(100)).build();
    long size = size(ascii);

    assertThat(size(twoBytes)).isEqualTo(size + 100);
    check(CATALOGUE, size, ascii);
    MessageTooLargeException refusal =
        catchThrowableOfType(
            MessageTooLargeException.class, () -> check(CATALOGUE, size, twoBytes));
    assertThat(refusal).hasMessageContaining(size + 100 + " bytes").hasMessageContaining("" + size);
  }

  @Test
  void refusesTextThatCannotBeStored() {
    refuses(
        UnstorableTextException.class,
        "payload",
        event("activity.created", 1).payloadJson(PAYLOAD.replace("Visit", "\\u0000")).build());
    refuses(
        UnstorableTextException.class,
        "correlation id",
        event("activity.created", 1).correlationId("a\0").build());
    refuses(
        UnstorableTextException.class,
        "aggregate id",
        event("activity.created", 1).aggregate("activity", "\uD83D", 1).build());
  }

  @Test
  void refusesTextThatCannotBeStoredFromTheOpenScopeToo() {
    try (OriginScope scope = OriginScope.open(new Origin("a\0", null, null))) {
      refuses(
          UnstorableTextException.class, "correlation id", event("activity.created", 1).build());
    }
    check(CATALOGUE, 4_096, event("activity.created", 1).build());
  }

  @Test
  void refusesATraceContextThatIsNone() {
    for (String text :
        List.of(
            "x",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01")) {
      refuses(
          TraceContextInvalidException.class,
          "traceparent",
          event("activity.created", 1).traceparent(text).build());
    }
  }

  @Test
  void acceptsEveryKindThatIsDeclaredSo() {
    check(
        catalogueOf(MessageKind.JOURNEY_STEP_COMMAND, true),
        4_096,
        DurableMessage.journeyStepCommand("activity.created", 1)
            .tenant("acme")
            .aggregate("activity", "42", 1)
            .payloadJson(PAYLOAD)
            .build());
    check(
        catalogueOf(MessageKind.PROVIDER_SIDE_EFFECT, true),
        4_096,
        DurableMessage.providerSideEffect("activity.created", 1)
            .tenant("acme")
            .aggregate("activity", "42", 1)
            .payloadJson(PAYLOAD)
            .build());
  }

  @Test
  void neverRepeatsAPayloadInTheMessage() {
    StagingRefusedException refusal =
        refuses(
            PayloadInvalidException.class,
            "payload/createdAt",
            event("activity.created", 1)
                .payloadJson(PAYLOAD.replace("2026-03-01T08:15:30.123456Z", "secret"))
                .build());

    assertThat(refusal.getMessage()).doesNotContain("secret");
  }

  private <E extends StagingRefusedException> E refuses(
      Class<E> type, String field, DurableMessage message) {
    E refusal = catchThrowableOfType(type, () -> check(CATALOGUE, 4_096, message));
    assertThat(refusal).isNotNull();
    assertThat(refusal.field()).isEqualTo(field);
    assertThat(refusal.remedy()).isNotBlank();
    assertThat(refusal).hasMessageEndingWith(refusal.remedy());
    return refusal;
  }

  private long size(IntegrationEvent event) {
    return WireSize.of(envelopes.render(ID, "acme", event, event.origin()), event.payload());
  }

  private void check(Catalogue catalogue, long maxBytes, DurableMessage message) {
    new MessagePreparation(new MessageChecks(catalogue, maxBytes), envelopes).prepare(ID, message);
  }

  private static IntegrationEvent.Builder event(String type, int version) {
    return DurableMessage.integrationEvent(type, version)
        .tenant("acme")
        .aggregate("activity", "42", 1)
        .payloadJson(PAYLOAD);
  }

  private static Catalogue catalogueOf(MessageKind kind, boolean durable) {
    EventContract.EventRecord record = CREATED.record();
    return Catalogue.of(
        List.of(
            new EventContract(
                CREATED.type(),
                new EventContract.EventRecord(
                    record.id(), record.owner(), kind, record.direction(), record.trust(), durable),
                CREATED.versions())));
  }
}
