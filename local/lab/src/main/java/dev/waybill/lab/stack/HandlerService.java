package dev.waybill.lab.stack;

/**
 * The handlers of the checkout that are services: each is the packaged module of its name, with a
 * database of its name, and an option of {@link StackOptions} for its port.
 */
public enum HandlerService {
  TIMELINE("timeline"),
  DASHBOARD("dashboard");

  private final String id;

  HandlerService(String id) {
    this.id = id;
  }

  /** The handler's id. */
  public String id() {
    return id;
  }
}
