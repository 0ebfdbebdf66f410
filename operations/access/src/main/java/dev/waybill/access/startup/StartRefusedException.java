package dev.waybill.access.startup;

import org.jspecify.annotations.Nullable;

/** The service cannot start until somebody changes something. */
public final class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String remedy;

  public StartRefusedException(String problem, String remedy, @Nullable Throwable cause) {
    super(problem + " " + remedy, cause);
    this.problem = problem;
    this.remedy = remedy;
  }

  String problem() {
    return problem;
  }

  String remedy() {
    return remedy;
  }
}
