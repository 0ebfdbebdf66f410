package dev.waybill.activity.domain;

import java.util.List;

/**
 * What a command did to an activity.
 *
 * @param activity the activity after the change
 * @param events everything that the change means to others, in order; at least one
 */
public record Change(Activity activity, List<ActivityEvent> events) {

  /**
   * @throws IllegalArgumentException when nobody would learn of the change
   */
  public Change {
    events = List.copyOf(events);
    if (events.isEmpty()) {
      throw new IllegalArgumentException("a change of an activity raises an event");
    }
  }

  /** The same change, told of what the database holds after it. */
  public Change storedAs(Activity stored) {
    return new Change(stored, events.stream().map(event -> event.about(stored)).toList());
  }
}
