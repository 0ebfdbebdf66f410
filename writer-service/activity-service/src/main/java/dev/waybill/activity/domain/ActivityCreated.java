package dev.waybill.activity.domain;

/** It was planned. */
public record ActivityCreated(Activity activity) implements ActivityEvent {

  @Override
  public ActivityEvent about(Activity stored) {
    return new ActivityCreated(stored);
  }
}
