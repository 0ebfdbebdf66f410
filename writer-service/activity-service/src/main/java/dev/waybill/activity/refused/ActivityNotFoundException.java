package dev.waybill.activity.refused;

/** The caller's tenant has no such activity. */
public final class ActivityNotFoundException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  public ActivityNotFoundException() {
    super(
        "There is no activity with this id.",
        "Check the id, and that the token is one of the tenant that has the activity.");
  }
}
