package dev.waybill.activity.refused;

/** A request was turned down and changed nothing. The text is for the caller. */
public abstract sealed class RequestRefusedException extends RuntimeException
    permits ActivityNotFoundException,
        AlreadyAssignedException,
        AlreadyCompletedException,
        IdempotencyKeyReusedException,
        InvalidRequestException,
        NotAssignedException,
        NothingChangesException,
        RequestInProgressException,
        WrongStatusException,
        WrongVersionException {

  private static final long serialVersionUID = 1L;

  private final String remedy;

  RequestRefusedException(String problem, String remedy) {
    super(problem);
    this.remedy = remedy;
  }

  /** What is wrong, one sentence. */
  public String problem() {
    return String.valueOf(getMessage());
  }

  /** What the caller can do about it, one sentence. */
  public String remedy() {
    return remedy;
  }
}
