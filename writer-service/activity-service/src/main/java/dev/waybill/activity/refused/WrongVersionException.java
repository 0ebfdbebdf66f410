package dev.waybill.activity.refused;

/** The activity changed since the caller read it. */
public final class WrongVersionException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  private final long expectedVersion;
  private final long actualVersion;

  public WrongVersionException(String id, long expectedVersion, long actualVersion) {
    super(
        "Activity " + id + " is at version " + actualVersion + ", not " + expectedVersion + ".",
        "Read the activity again and send its version.");
    this.expectedVersion = expectedVersion;
    this.actualVersion = actualVersion;
  }

  public long expectedVersion() {
    return expectedVersion;
  }

  public long actualVersion() {
    return actualVersion;
  }
}
