package dev.waybill.activity.domain;

/** It was done. */
public record ActivityCompleted(Activity activity) implements ActivityEvent {

  @Override
  public ActivityEvent about(Activity stored) {
    return new ActivityCompleted(stored);
  }
}
