package dev.waybill.activity.refused;

import java.util.List;

/** Where the activity stands does not allow what was asked for. */
public final class WrongStatusException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  private final String status;
  private final transient List<String> possible;

  /**
   * @param participle what it cannot be, such as {@code started}
   * @param possible the operations that are possible now
   */
  public WrongStatusException(String id, String status, String participle, List<String> possible) {
    super(
        "Activity " + id + " is " + status + " and cannot be " + participle + ".",
        "What is possible now: " + String.join(", ", possible) + ".");
    this.status = status;
    this.possible = List.copyOf(possible);
  }

  /** Where the activity stands. */
  public String status() {
    return status;
  }

  /** The operations that are possible now. */
  public List<String> possible() {
    return possible;
  }
}
