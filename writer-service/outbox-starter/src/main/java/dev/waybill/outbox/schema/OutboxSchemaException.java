package dev.waybill.outbox.schema;

import org.jspecify.annotations.Nullable;

/** The outbox's tables are not as they must be, so the application cannot start. */
public final class OutboxSchemaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String remedy;

  OutboxSchemaException(String problem, String remedy, @Nullable Throwable cause) {
    super(problem + ". " + remedy, cause);
    this.problem = problem;
    this.remedy = remedy;
  }

  /** What is wrong, one sentence without its full stop. */
  public String problem() {
    return problem;
  }

  /** What to do about it. */
  public String remedy() {
    return remedy;
  }
}
