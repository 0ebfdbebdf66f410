package dev.waybill.outbox.refused;

/**
 * Not every subscriber reads this version by the applied subscriptions, so nobody may write it. The
 * database refused it, so the transaction can do nothing more than roll back.
 */
public final class VersionHeldBackException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  /**
   * @param problem names type, version, revision and the subscribers in the way
   */
  public VersionHeldBackException(String problem) {
    super(
        problem,
        "version",
        "Deploy readers of that version, apply the subscriptions, and stage it then; or stage one that all read.");
  }
}
