package dev.waybill.outbox.refused;

/** The contract declares the type durable, and what is durable does not go as best-effort. */
public final class DeclaredDurableException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public DeclaredDurableException(String type) {
    super(
        "type " + type + " is declared durable",
        "type",
        "Stage it with Outbox.stage, or declare it best-effort in its record.yaml.");
  }
}
