package dev.waybill.activity.command;

/** Who changed what, kept with the change. */
public interface AuditTrail {

  /** Adds an entry in the caller's transaction; when that fails, so must the change. */
  void record(AuditEntry entry);
}
