package dev.waybill.outbox.status;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.MessageType;
import dev.waybill.outbox.gate.VersionGate;
import dev.waybill.outbox.inprocess.InProcessConsumers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@code /actuator/outbox}: each type of the catalogue with its kind, the way that it goes and, for
 * each version, whether the gate lets it through.
 */
@Endpoint(id = "outbox")
public final class OutboxEndpoint {

  private final Catalogue catalogue;
  private final VersionGate gate;
  private final InProcessConsumers consumers;

  public OutboxEndpoint(Catalogue catalogue, VersionGate gate, InProcessConsumers consumers) {
    this.catalogue = catalogue;
    this.gate = gate;
    this.consumers = consumers;
  }

  /** Whether there is a gate, and all types by their name. */
  @ReadOperation
  public Map<String, Object> outbox() {
    Map<String, Object> types = new TreeMap<>();
    catalogue.all().forEach(contract -> types.put(contract.type(), describe(contract)));
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("gate", gate == VersionGate.open() ? "none" : "present");
    described.put("types", types);
    return described;
  }

  private Map<String, Object> describe(EventContract contract) {
    Map<String, String> versions = new LinkedHashMap<>();
    contract
        .versions()
        .keySet()
        .forEach(version -> versions.put(version.toString(), gate(contract.type(), version)));
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("kind", contract.record().kind().wireName());
    described.put("record", contract.record().id());
    described.put("goes", way(contract));
    described.put("versions", versions);
    return described;
  }

  private String way(EventContract contract) {
    if (!contract.record().durable()) {
      return "after-commit";
    }
    return consumers.take(contract.type()) ? "in-process" : "outbox";
  }

  private String gate(String type, int version) {
    return gate.objection(new MessageType(type, version))
        .map(reason -> "held back: " + reason)
        .orElse("open");
  }
}
