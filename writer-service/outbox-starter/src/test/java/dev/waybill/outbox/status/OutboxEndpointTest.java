package dev.waybill.outbox.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.message.MessageType;
import dev.waybill.outbox.gate.GateView;
import dev.waybill.outbox.gate.VersionGate;
import dev.waybill.outbox.inprocess.InProcessConsumers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OutboxEndpointTest {

  private final Catalogue catalogue = Catalogue.load(getClass().getClassLoader());

  @Test
  void showsEachTypeItsWayItsVersionsAndTheGate() {
    JsonNode shown = shown(types -> new GateView(0, Map.of()), false);

    assertThat(shown.at("/gate/revision").asString()).isEqualTo("0");
    assertThat(shown.at("/gate/heldBack").isEmpty()).isTrue();
    JsonNode created = shown.path("types").path("activity.created");
    assertThat(created.path("kind").asString()).isEqualTo("integration-event");
    assertThat(created.path("record").asString()).isEqualTo("EV-ACT-1");
    assertThat(created.path("goes").asString()).isEqualTo("outbox");
    assertThat(created.path("versions").path("1").asString()).isEqualTo("open");
  }

  @Test
  void saysWhyAVersionIsHeldBack() {
    MessageType type = new MessageType("activity.created", 1);
    JsonNode shown =
        shown(
            types -> {
              assertThat(types).contains(type);
              return new GateView(7, Map.of(type, "timeline reads v2"));
            },
            true);

    assertThat(shown.at("/gate/revision").asString()).isEqualTo("7");
    assertThat(shown.at("/gate/heldBack").path("activity.created v1").asString())
        .isEqualTo("timeline reads v2");
    JsonNode created = shown.path("types").path("activity.created");
    assertThat(created.path("goes").asString()).isEqualTo("in-process");
    assertThat(created.path("versions").path("1").asString())
        .isEqualTo("held back: timeline reads v2");
  }

  private JsonNode shown(VersionGate gate, boolean isolated) {
    return JsonMapper.builder()
        .build()
        .valueToTree(
            new OutboxEndpoint(
                    catalogue, gate, new InProcessConsumers(List.of(), Set.of(), isolated))
                .outbox());
  }
}
