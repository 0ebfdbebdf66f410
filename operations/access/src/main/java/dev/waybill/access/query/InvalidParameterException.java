package dev.waybill.access.query;

/** A parameter is unknown, or has a value that is not allowed; answered with 400. */
public final class InvalidParameterException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String parameter;
  private final String rule;

  /**
   * @param rule what is allowed, after the parameter's name: "must be from 1 to 100"
   */
  public InvalidParameterException(String parameter, String rule) {
    super(parameter + " " + rule);
    this.parameter = parameter;
    this.rule = rule;
  }

  /** Its name. */
  public String parameter() {
    return parameter;
  }

  String rule() {
    return rule;
  }
}
