package dev.waybill.activity.refused;

/** The activity was completed before; it stays as it is. */
public final class AlreadyCompletedException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  private final long actualVersion;

  public AlreadyCompletedException(String id, long actualVersion) {
    super(
        "Activity " + id + " is already completed.",
        "Nothing needs to be done; read the activity to see by whom and when.");
    this.actualVersion = actualVersion;
  }

  public long actualVersion() {
    return actualVersion;
  }
}
