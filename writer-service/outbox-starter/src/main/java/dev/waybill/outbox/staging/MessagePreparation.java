package dev.waybill.outbox.staging;

import dev.waybill.contract.catalogue.EventContract;
import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.table.StagedMessage;

/** Makes the row of a message, or refuses it. Thread-safe, touches no database. */
public final class MessagePreparation {

  private final MessageChecks checks;
  private final EnvelopeRenderer envelopes;

  public MessagePreparation(MessageChecks checks, EnvelopeRenderer envelopes) {
    this.checks = checks;
    this.envelopes = envelopes;
  }

  /**
   * The row, with everything but what only the database knows.
   *
   * @throws dev.waybill.outbox.refused.StagingRefusedException when the message must not be staged
   */
  StagedMessage prepare(MessageId id, DurableMessage message) {
    String tenant = checks.tenant(message);
    EventContract contract = checks.contract(message);
    checks.requireStorable(message);
    Envelope envelope = envelopes.render(id, tenant, message);
    checks.requireFits(message, envelope);
    checks.requireValid(message, contract);
    return new StagedMessage(
        envelope.toJson(), message.payload(), contract.record().id(), message.aggregate().type());
  }
}
