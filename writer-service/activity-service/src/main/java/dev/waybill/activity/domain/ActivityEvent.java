package dev.waybill.activity.domain;

import dev.waybill.access.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something that happened to an activity and that others may want to know. */
public sealed interface ActivityEvent {

  /** The activity after it happened. */
  Activity activity();

  /** The same event, told of what the database holds. */
  ActivityEvent about(Activity stored);

  /** Handles every event: without a case for a new one nothing compiles. */
  <T> T fold(Cases<T> cases);

  /** One method for each event. */
  interface Cases<T> {
    T created(Created event);

    T updated(Updated event);

    T assigned(Assigned event);

    T reassigned(Reassigned event);

    T started(Started event);

    T rescheduled(Rescheduled event);

    T completed(Completed event);

    T cancelled(Cancelled event);

    T deleted(Deleted event);

    T followUpRequested(FollowUpRequested event);
  }

  /** It was planned. */
  record Created(Activity activity) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Created(stored);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.created(this);
    }
  }

  /** What is to be done was described in another way. */
  record Updated(Activity activity) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Updated(stored);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.updated(this);
    }
  }

  /** It became somebody's, having been nobody's. */
  record Assigned(Activity activity) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Assigned(stored);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.assigned(this);
    }
  }

  /**
   * It became somebody else's.
   *
   * @param previous whose it was
   */
  record Reassigned(Activity activity, UserId previous) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Reassigned(stored, previous);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.reassigned(this);
    }
  }

  /** Work on it was begun. */
  record Started(Activity activity) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Started(stored);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.started(this);
    }
  }

  /**
   * It is due at another time.
   *
   * @param previous when it was due; absent: there was no date
   */
  record Rescheduled(Activity activity, @Nullable Instant previous) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Rescheduled(stored, previous);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.rescheduled(this);
    }
  }

  /** It was done. */
  record Completed(Activity activity) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Completed(stored);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.completed(this);
    }
  }

  /** It is not to be done any more. */
  record Cancelled(Activity activity) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Cancelled(stored);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.cancelled(this);
    }
  }

  /** It is gone. */
  record Deleted(Activity activity) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new Deleted(stored);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.deleted(this);
    }
  }

  /**
   * Another is to follow it.
   *
   * @param dueAt when that one is due
   */
  record FollowUpRequested(Activity activity, Instant dueAt) implements ActivityEvent {

    @Override
    public ActivityEvent about(Activity stored) {
      return new FollowUpRequested(stored, dueAt);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.followUpRequested(this);
    }
  }
}
