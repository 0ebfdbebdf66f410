package dev.waybill.outbox.refused;

/** There is no transaction that the message could join, or it cannot write. */
public final class NoTransactionException extends StagingRefusedException {

  private static final long serialVersionUID = 1L;

  public NoTransactionException(String problem) {
    super(
        problem,
        "transaction",
        "Stage inside the transaction of the business change, on the same data source, for instance in a @Transactional method.");
  }
}
