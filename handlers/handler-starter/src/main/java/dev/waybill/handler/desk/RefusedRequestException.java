package dev.waybill.handler.desk;

/** A request that is understood, and does not fit what is there. Nothing was done. */
public final class RefusedRequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why not. */
  public enum Kind {
    UNKNOWN_HANDLER,
    UNKNOWN_MESSAGE,
    CONFLICT
  }

  private final Kind kind;
  private final String problem;
  private final String remedy;

  public RefusedRequestException(Kind kind, String problem, String remedy) {
    super(problem + " — " + remedy);
    this.kind = kind;
    this.problem = problem;
    this.remedy = remedy;
  }

  static RefusedRequestException conflict(String problem, String remedy) {
    return new RefusedRequestException(Kind.CONFLICT, problem, remedy);
  }

  public Kind kind() {
    return kind;
  }

  public String problem() {
    return problem;
  }

  public String remedy() {
    return remedy;
  }
}
