package dev.waybill.outbox.staging;

import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.catalogue.EventVersion;
import dev.waybill.contract.catalogue.Violation;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Origin;
import dev.waybill.outbox.refused.KindMismatchException;
import dev.waybill.outbox.refused.MessageTooLargeException;
import dev.waybill.outbox.refused.NotDurableException;
import dev.waybill.outbox.refused.PayloadInvalidException;
import dev.waybill.outbox.refused.TenantMissingException;
import dev.waybill.outbox.refused.TraceContextInvalidException;
import dev.waybill.outbox.refused.UnknownTypeException;
import dev.waybill.outbox.refused.UnknownVersionException;
import dev.waybill.outbox.refused.UnstorableTextException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a message that must hold before it may be written. Whether its version may be
 * staged now is asked where it is written. Thread-safe.
 */
public final class MessageChecks {

  private final Catalogue catalogue;
  private final long maxBytes;

  /**
   * @param catalogue the types that may be staged
   * @param maxBytes the most bytes that a message may have on the wire, with key and headers
   */
  public MessageChecks(Catalogue catalogue, long maxBytes) {
    this.catalogue = catalogue;
    this.maxBytes = maxBytes;
  }

  String tenant(DurableMessage message) {
    return message
        .tenant()
        .filter(tenant -> !tenant.isBlank())
        .orElseThrow(() -> new TenantMissingException(message.type()));
  }

  /** The contract of a message whose type, kind, durability and version are right. */
  EventContract contract(DurableMessage message) {
    MessageType type = message.type();
    EventContract contract =
        catalogue.find(type.name()).orElseThrow(() -> new UnknownTypeException(type));
    if (contract.record().kind() != message.kind()) {
      throw new KindMismatchException(type, contract.record().kind(), message.kind());
    }
    if (!contract.record().durable()) {
      throw new NotDurableException(type);
    }
    version(contract, type);
    return contract;
  }

  void requireStorable(DurableMessage message, Origin origin) {
    MessageType type = message.type();
    refuseProblem(type, "tenant", message.tenant().orElse(null));
    refuseProblem(type, "aggregate type", message.aggregate().type());
    refuseProblem(type, "aggregate id", message.aggregate().id());
    refuseProblem(type, "ordering key", message.orderingKey().value());
    refuseProblem(type, "correlation id", origin.correlationId());
    refuseProblem(type, "causation id", origin.causationId());
    refuseProblem(type, "traceparent", origin.traceparent());
    refuse(type, "payload", StorableText.problemInJson(message.payload()));
  }

  void requireTraceContext(DurableMessage message, Origin origin) {
    String traceparent = origin.traceparent();
    if (traceparent != null && !traceparent.isEmpty() && !Origin.isTraceparent(traceparent)) {
      throw new TraceContextInvalidException(message.type());
    }
  }

  void requireFits(DurableMessage message, Envelope envelope) {
    long bytes = WireSize.of(envelope, message.payload());
    if (bytes > maxBytes) {
      throw new MessageTooLargeException(message.type(), bytes, maxBytes);
    }
  }

  void requireValid(DurableMessage message, EventContract contract) {
    List<Violation> violations = version(contract, message.type()).validate(message.payload());
    if (!violations.isEmpty()) {
      throw new PayloadInvalidException(message.type(), violations);
    }
  }

  private static EventVersion version(EventContract contract, MessageType type) {
    return contract
        .version(type.version())
        .orElseThrow(() -> new UnknownVersionException(type, contract.versions().keySet()));
  }

  private static void refuseProblem(MessageType type, String field, @Nullable String text) {
    refuse(type, field, Optional.ofNullable(text).flatMap(StorableText::problem));
  }

  private static void refuse(MessageType type, String field, Optional<String> problem) {
    problem.ifPresent(
        found -> {
          throw new UnstorableTextException(type, field, found);
        });
  }
}
