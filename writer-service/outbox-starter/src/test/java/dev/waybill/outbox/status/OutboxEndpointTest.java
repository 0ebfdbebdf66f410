package dev.waybill.outbox.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.outbox.gate.VersionGate;
import dev.waybill.outbox.inprocess.InProcessConsumers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OutboxEndpointTest {

  private final Catalogue catalogue = Catalogue.load(getClass().getClassLoader());

  @Test
  void showsEachTypeItsWayItsVersionsAndTheGate() {
    JsonNode shown = shown(VersionGate.open(), false);

    assertThat(shown.path("gate").asString()).isEqualTo("none");
    JsonNode created = shown.path("types").path("activity.created");
    assertThat(created.path("kind").asString()).isEqualTo("integration-event");
    assertThat(created.path("record").asString()).isEqualTo("EV-ACT-1");
    assertThat(created.path("goes").asString()).isEqualTo("outbox");
    assertThat(created.path("versions").path("1").asString()).isEqualTo("open");
  }

  @Test
  void saysWhyAVersionIsHeldBack() {
    JsonNode shown = shown(type -> Optional.of("timeline cannot read it"), true);

    assertThat(shown.path("gate").asString()).isEqualTo("present");
    JsonNode created = shown.path("types").path("activity.created");
    assertThat(created.path("goes").asString()).isEqualTo("in-process");
    assertThat(created.path("versions").path("1").asString())
        .isEqualTo("held back: timeline cannot read it");
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
