package dev.waybill.handler.schema;

/** What an application does about the tables of its database when it starts. */
public enum SchemaMode {
  /** Bring them up to date, as the role that owns them. */
  MIGRATE("bring the tables up to date"),
  /** Refuse to start unless they are up to date; change nothing. */
  VALIDATE("check the tables"),
  /** Neither: another process sees to them. */
  NONE("leave the tables alone");

  private final String action;

  SchemaMode(String action) {
    this.action = action;
  }

  /** What a failure says could not be done. */
  String action() {
    return action;
  }
}
