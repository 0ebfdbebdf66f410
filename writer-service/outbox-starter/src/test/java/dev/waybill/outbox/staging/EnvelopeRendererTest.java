package dev.waybill.outbox.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.Visibility;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.IntegrationEvent;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EnvelopeRendererTest {

  private static final MessageId ID = MessageId.of("0190a5c2-7f3e-7000-8000-0123456789ab");

  private final EnvelopeRenderer envelopes =
      new EnvelopeRenderer("/activity-service", () -> Instant.parse("2026-03-01T08:15:30Z"));

  /** All but the recorded time, which the database adds. */
  @Test
  void rendersTheContractsTextForm() {
    IntegrationEvent event =
        message()
            .occurredAt(Instant.parse("2026-03-01T08:15:30.123456789Z"))
            .visibility(Visibility.INTERNAL)
            .correlationId("order \"7\"")
            .causationId("0190a5c2-0000-7000-8000-000000000000")
            .traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .build();

    assertThat(envelopes.render(ID, "acme", event, event.origin()).toJson())
        .isEqualTo(
            """
            {"ce_specversion":"1.0","ce_id":"0190a5c2-7f3e-7000-8000-0123456789ab",\
            "ce_source":"/activity-service","ce_type":"activity.completed",\
            "ce_time":"2026-03-01T08:15:30.123456Z","ce_subject":"42",\
            "ce_dataschema":"waybill:/schemas/activity.completed/1",\
            "content-type":"application/json","ce_partitionkey":"activity:42",\
            "ce_sequence":"0000000000000000007","ce_correlationid":"order \\"7\\"",\
            "ce_causationid":"0190a5c2-0000-7000-8000-000000000000",\
            "ce_traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",\
            "ce_tenantid":"acme","ce_messagekind":"integration-event","ce_schemaversion":"1",\
            "visibility":"internal"}""");
  }

  @Test
  void leavesOutWhatIsAbsentAndTakesTheTimeOfStaging() {
    IntegrationEvent event = message().correlationId("").build();

    assertThat(envelopes.render(ID, "acme", event, event.origin()).headers())
        .doesNotContainKeys("ce_correlationid", "ce_causationid", "ce_traceparent")
        .containsEntry("ce_time", "2026-03-01T08:15:30.000000Z");
  }

  private static IntegrationEvent.Builder message() {
    return DurableMessage.integrationEvent("activity.completed", 1)
        .tenant("acme")
        .aggregate("activity", "42", 7)
        .payloadJson("{}");
  }
}
