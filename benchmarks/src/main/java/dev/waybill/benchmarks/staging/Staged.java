package dev.waybill.benchmarks.staging;

import dev.waybill.benchmarks.commit.BenchMessage;
import dev.waybill.contract.catalogue.Catalogue;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.MessageIds;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.staging.EnvelopeRenderer;
import dev.waybill.outbox.staging.MessageChecks;
import dev.waybill.outbox.staging.MessagePreparation;
import dev.waybill.outbox.staging.StagingOutbox;
import dev.waybill.outbox.table.CurrentTransaction;
import dev.waybill.outbox.table.MessageTable;
import java.time.InstantSource;
import javax.sql.DataSource;

/** Stages through the starter, with all its checks. */
final class Staged implements Contender {

  static final String NAME = "staged";

  private static final int MAX_BYTES = 900 * 1024;

  private final Outbox outbox;

  Staged(DataSource writer, Catalogue catalogue) {
    this.outbox =
        new StagingOutbox(
            new CurrentTransaction(writer),
            MessageIds.system(),
            new MessagePreparation(
                new MessageChecks(catalogue, MAX_BYTES),
                new EnvelopeRenderer("/waybill/bench", InstantSource.system())),
            new MessageTable(writer));
  }

  @Override
  public String contender() {
    return NAME;
  }

  @Override
  public void tell(BenchMessage message) {
    outbox.stage(
        DurableMessage.integrationEvent(BenchMessage.TYPE, 1)
            .tenant("bench")
            .aggregate("activity", message.id().toString(), 1)
            .payloadJson(message.payload())
            .build());
  }

  @Override
  public String table() {
    return "outbox.message";
  }

  @Override
  public boolean settle() {
    return true;
  }

  @Override
  public void close() {}
}
