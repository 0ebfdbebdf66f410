package dev.waybill.handler.desk;

/** A request that cannot be understood. Nothing was done. */
public final class InvalidRequestException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String field;
  private final String problem;
  private final String remedy;

  /**
   * @param field which part of the request
   * @param problem what is wrong with it
   * @param remedy what to do about it
   */
  public InvalidRequestException(String field, String problem, String remedy) {
    super(problem + " — " + remedy);
    this.field = field;
    this.problem = problem;
    this.remedy = remedy;
  }

  public String field() {
    return field;
  }

  public String problem() {
    return problem;
  }

  public String remedy() {
    return remedy;
  }
}
