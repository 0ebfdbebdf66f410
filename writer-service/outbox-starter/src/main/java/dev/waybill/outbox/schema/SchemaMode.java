package dev.waybill.outbox.schema;

/** What an application does about the outbox's tables when it starts. */
public enum SchemaMode {
  /** Bring them up to date, as the role that owns them. */
  MIGRATE,
  /** Refuse to start unless they are up to date; change nothing. */
  VALIDATE,
  /** Neither: another process sees to them. */
  NONE
}
