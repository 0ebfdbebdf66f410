package dev.waybill.outbox.staging;

import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.Operation;
import dev.waybill.outbox.Origin;
import dev.waybill.outbox.OriginScope;
import dev.waybill.outbox.refused.OtherTenantException;
import dev.waybill.outbox.table.StagedMessage;
import java.util.List;
import java.util.function.Supplier;

/** Makes the row of a message, or refuses it. Thread-safe, touches no database. */
public final class MessagePreparation {

  private final MessageChecks checks;
  private final EnvelopeRenderer envelopes;
  private final Supplier<Origin> origins;

  /** Takes what a message does not say of its origin from the open {@link OriginScope}. */
  public MessagePreparation(MessageChecks checks, EnvelopeRenderer envelopes) {
    this(checks, envelopes, OriginScope::current);
  }

  /**
   * @param origins what the calling thread knows of the origin of the messages that it stages
   */
  public MessagePreparation(
      MessageChecks checks, EnvelopeRenderer envelopes, Supplier<Origin> origins) {
    this.checks = checks;
    this.envelopes = envelopes;
    this.origins = origins;
  }

  /**
   * The row, with everything but what only the database knows.
   *
   * @throws dev.waybill.outbox.refused.StagingRefusedException when the message must not be staged
   */
  public StagedMessage prepare(MessageId id, DurableMessage message) {
    String tenant = checks.tenant(message);
    EventContract contract = checks.contract(message);
    Origin origin = message.origin().orElse(origins.get());
    checks.requireStorable(message, origin);
    checks.requireTraceContext(message, origin);
    Envelope envelope = envelopes.render(id, tenant, message, origin);
    checks.requireFits(message, envelope);
    checks.requireValid(message, contract);
    return new StagedMessage(
        envelope, message.payload(), contract.record().id(), message.aggregate().type());
  }

  /**
   * Every message of an operation belongs to the tenant whose operation it is, wherever it goes.
   *
   * @throws OtherTenantException when one belongs to another, or to none
   */
  public static void requireTenantOf(Operation operation, List<? extends DurableMessage> messages) {
    for (DurableMessage message : messages) {
      if (!message.tenant().filter(operation.tenant()::equals).isPresent()) {
        throw new OtherTenantException(message.type());
      }
    }
  }
}
