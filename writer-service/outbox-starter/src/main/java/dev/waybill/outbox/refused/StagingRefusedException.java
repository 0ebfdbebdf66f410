package dev.waybill.outbox.refused;

/**
 * A message was not staged, and nothing was written. The business change must roll back with it,
 * which happens by itself when the exception leaves the transaction. The text says what is wrong
 * and what to do; it holds no value from the payload.
 */
public abstract sealed class StagingRefusedException extends RuntimeException
    permits DeclaredDurableException,
        InProcessForbiddenException,
        KeyHeldException,
        KindMismatchException,
        MessageTooLargeException,
        NoConsumerException,
        NoTransactionException,
        NotDurableException,
        OperationConflictException,
        OtherTenantException,
        PayloadInvalidException,
        TenantMissingException,
        TraceContextInvalidException,
        UnknownTypeException,
        UnknownVersionException,
        UnstorableTextException,
        VersionHeldBackException {

  private static final long serialVersionUID = 1L;

  private final String field;
  private final String remedy;

  StagingRefusedException(String problem, String field, String remedy) {
    super(problem + ". " + remedy);
    this.field = field;
    this.remedy = remedy;
  }

  /**
   * What is wrong: a part of the message, in the payload as a JSON Pointer after {@code payload}.
   */
  public String field() {
    return field;
  }

  /** What to do about it, one sentence. */
  public String remedy() {
    return remedy;
  }
}
