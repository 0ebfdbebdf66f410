package dev.waybill.outbox.schema;

/** What an application does about the outbox's tables when it starts. */
public enum SchemaMode {
  /** Bring them up to date, as the role that owns them. */
  MIGRATE("bring the outbox's tables up to date"),
  /** Refuse to start unless they are up to date; change nothing. */
  VALIDATE("check the outbox's tables"),
  /** Neither: another process sees to them. */
  NONE("look for the outbox's partitions");

  private final String action;

  SchemaMode(String action) {
    this.action = action;
  }

  /** What a failure says could not be done. */
  String action() {
    return action;
  }
}
