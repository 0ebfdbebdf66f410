package dev.waybill.outbox.status;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.MessageType;
import dev.waybill.outbox.gate.GateView;
import dev.waybill.outbox.gate.VersionGate;
import dev.waybill.outbox.inprocess.InProcessConsumers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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

  /** The gate with the revision that it goes by and what it holds back, and all types by name. */
  @ReadOperation
  public Map<String, Object> outbox() {
    GateView view = gate.look(catalogue.all().stream().flatMap(OutboxEndpoint::versions).toList());
    Map<String, Object> types = new TreeMap<>();
    catalogue.all().forEach(contract -> types.put(contract.type(), describe(contract, view)));
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("gate", describe(view));
    described.put("types", types);
    return described;
  }

  private static Stream<MessageType> versions(EventContract contract) {
    return contract.versions().keySet().stream()
        .map(version -> new MessageType(contract.type(), version));
  }

  private static Map<String, Object> describe(GateView view) {
    Map<String, String> heldBack = new TreeMap<>();
    view.heldBack().forEach((type, reason) -> heldBack.put(type.toString(), reason));
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("revision", Long.toString(view.revision()));
    described.put("heldBack", heldBack);
    return described;
  }

  private Map<String, Object> describe(EventContract contract, GateView view) {
    Map<String, String> versions = new LinkedHashMap<>();
    versions(contract)
        .forEach(type -> versions.put(String.valueOf(type.version()), verdict(view, type)));
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

  private static String verdict(GateView view, MessageType type) {
    String reason = view.heldBack().get(type);
    return reason == null ? "open" : "held back: " + reason;
  }
}
