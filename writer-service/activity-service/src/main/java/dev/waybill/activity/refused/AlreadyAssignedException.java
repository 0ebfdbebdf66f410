package dev.waybill.activity.refused;

/** The activity is somebody's already; it stays so. */
public final class AlreadyAssignedException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  public AlreadyAssignedException(String id) {
    super(
        "Activity " + id + " is assigned already.",
        "Use reassign to give it to somebody else; read the activity to see whose it is.");
  }
}
