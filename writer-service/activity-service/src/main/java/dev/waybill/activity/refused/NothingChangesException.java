package dev.waybill.activity.refused;

/** The activity is already as the request wants it; there is nothing to note or to tell. */
public final class NothingChangesException extends RequestRefusedException {

  private static final long serialVersionUID = 1L;

  public NothingChangesException(String id) {
    super(
        "Activity " + id + " is already so; nothing would change.",
        "Nothing needs to be done; send the request only with a value that differs.");
  }
}
