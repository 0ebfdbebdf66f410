package dev.waybill.timeline.http;

/** A parameter has a value that is not allowed. */
final class InvalidParameterException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String parameter;
  private final String rule;

  InvalidParameterException(String parameter, String rule) {
    super(parameter + " " + rule);
    this.parameter = parameter;
    this.rule = rule;
  }

  String parameter() {
    return parameter;
  }

  String rule() {
    return rule;
  }
}
