package dev.waybill.handler.startup;

import org.jspecify.annotations.Nullable;

/** Handling could not work, so the application does not start. */
public final class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String remedy;

  /**
   * @param problem what is wrong, one sentence without its full stop
   * @param remedy what to do about it, whole sentences
   */
  public StartRefusedException(String problem, String remedy, @Nullable Throwable cause) {
    super(problem + ". " + remedy, cause);
    this.problem = problem;
    this.remedy = remedy;
  }

  /** As {@link #StartRefusedException(String, String, Throwable)} without a cause. */
  public StartRefusedException(String problem, String remedy) {
    this(problem, remedy, null);
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
