package dev.waybill.activity.domain;

/** Something that happened to an activity and that others may want to know. */
public sealed interface ActivityEvent permits ActivityCreated, ActivityCompleted {

  /** The activity after it happened. */
  Activity activity();

  /** The same event, told of what the database holds. */
  ActivityEvent about(Activity stored);
}
