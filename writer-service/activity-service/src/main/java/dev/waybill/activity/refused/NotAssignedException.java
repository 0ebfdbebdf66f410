package dev.waybill.activity.refused;

/** The activity is nobody's, so it cannot become somebody else's. */
public final class NotAssignedException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  public NotAssignedException(String id) {
    super("Activity " + id + " is not assigned to anybody.", "Use assign to give it to somebody.");
  }
}
