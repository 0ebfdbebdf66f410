package dev.waybill.activity.domain;

import java.util.List;

/**
 * What a command did to an activity.
 *
 * @param activity the activity after the change
 * @param events everything that the change means to others, in order
 */
public record Change(Activity activity, List<ActivityEvent> events) {

  public Change {
    events = List.copyOf(events);
  }

  /** The same change, told of what the database holds after it. */
  public Change storedAs(Activity stored) {
    return new Change(stored, events.stream().map(event -> event.about(stored)).toList());
  }
}
