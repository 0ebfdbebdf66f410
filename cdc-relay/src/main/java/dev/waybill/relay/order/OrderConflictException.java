package dev.waybill.relay.order;

/** An order that fits what is asked of the relay, but not the state that it is in. */
public final class OrderConflictException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String remedy;

  public OrderConflictException(String problem, String remedy) {
    super(problem + " — " + remedy);
    this.problem = problem;
    this.remedy = remedy;
  }

  public String problem() {
    return problem;
  }

  public String remedy() {
    return remedy;
  }
}
