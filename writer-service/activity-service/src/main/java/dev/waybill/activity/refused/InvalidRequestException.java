package dev.waybill.activity.refused;

import java.util.List;

/** Fields of the request are not as they must be. */
public final class InvalidRequestException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  private final transient List<FieldError> errors;

  public InvalidRequestException(List<FieldError> errors) {
    super("The request is not valid.", "Correct the fields in errors and send it again.");
    this.errors = List.copyOf(errors);
  }

  /** Every field that is wrong. */
  public List<FieldError> errors() {
    return errors;
  }
}
