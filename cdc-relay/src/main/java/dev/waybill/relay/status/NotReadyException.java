package dev.waybill.relay.status;

/** Something outside the relay must change, or end, before it can stream. Nothing is lost. */
public final class NotReadyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String remedy;

  /**
   * @param reason what is the case, with names and the server's own words
   * @param remedy what a person does about it, or what the relay waits for
   */
  public NotReadyException(String reason, String remedy) {
    super(reason + " — " + remedy);
    this.reason = reason;
    this.remedy = remedy;
  }

  public NotReadyException(String reason, String remedy, Throwable cause) {
    super(reason + " — " + remedy, cause);
    this.reason = reason;
    this.remedy = remedy;
  }

  public String reason() {
    return reason;
  }

  public String remedy() {
    return remedy;
  }
}
