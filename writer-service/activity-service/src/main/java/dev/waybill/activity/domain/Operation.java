package dev.waybill.activity.domain;

/**
 * What may be done to an activity that exists. Where it is possible, {@link ActivityStatus} says.
 */
public enum Operation {
  UPDATE("update", "updated"),
  ASSIGN("assign", "assigned"),
  REASSIGN("reassign", "reassigned"),
  START("start", "started"),
  RESCHEDULE("reschedule", "rescheduled"),
  COMPLETE("complete", "completed"),
  CANCEL("cancel", "cancelled"),
  DELETE("delete", "deleted");

  private final String wireName;
  private final String participle;

  Operation(String wireName, String participle) {
    this.wireName = wireName;
    this.participle = participle;
  }

  /** The name in the audit, in paths and in answers. */
  public String wireName() {
    return wireName;
  }

  /** What an activity has been after it, for people. */
  public String participle() {
    return participle;
  }
}
