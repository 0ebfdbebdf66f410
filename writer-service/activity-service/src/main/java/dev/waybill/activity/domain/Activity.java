package dev.waybill.activity.domain;

import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.ActivityStatus.Cancelled;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.ActivityStatus.Deleted;
import dev.waybill.activity.domain.ActivityStatus.Open;
import dev.waybill.activity.domain.ActivityStatus.Started;
import dev.waybill.activity.refused.ActivityNotFoundException;
import dev.waybill.activity.refused.AlreadyAssignedException;
import dev.waybill.activity.refused.AlreadyCompletedException;
import dev.waybill.activity.refused.NotAssignedException;
import dev.waybill.activity.refused.NothingChangesException;
import dev.waybill.activity.refused.WrongStatusException;
import dev.waybill.activity.refused.WrongVersionException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One activity of one tenant, at one version. Immutable: whatever happens to it makes a {@link
 * Change}.
 *
 * <p>Every operation on one that exists takes the version that the caller saw, and refuses
 *
 * <ul>
 *   <li>with {@link WrongStatusException} what the transition table does not allow, whatever
 *       version the caller saw; {@link AlreadyCompletedException} when it is to be completed again,
 *       {@link ActivityNotFoundException} when it is deleted;
 *   <li>with {@link WrongVersionException} when it changed since the caller saw it.
 * </ul>
 *
 * @param version 1 when created, one more with each change
 */
public record Activity(
    ActivityId id,
    TenantId tenant,
    long version,
    Details details,
    Stamps stamps,
    ActivityStatus status) {

  public static final long FIRST_VERSION = 1;

  /** Plans an activity. */
  public static Change create(ActivityId id, TenantId tenant, Details details, Stamp stamp) {
    Activity created =
        new Activity(id, tenant, FIRST_VERSION, details, Stamps.of(stamp), new Open());
    return new Change(created, List.of(new ActivityEvent.Created(created)));
  }

  /**
   * Describes in another way what is to be done.
   *
   * @param type absent: as before
   * @param title absent: as before
   * @throws NothingChangesException when it is described so already
   */
  public Change update(
      long expectedVersion, @Nullable ActivityType type, @Nullable String title, Stamp stamp) {
    admit(Operation.UPDATE, expectedVersion);
    Details updated =
        details.as(type == null ? details.type() : type, title == null ? details.title() : title);
    Activity next = next(Operation.UPDATE, requireNew(updated), status, stamp);
    return new Change(next, List.of(new ActivityEvent.Updated(next)));
  }

  /**
   * Makes it somebody's.
   *
   * @throws AlreadyAssignedException when it is somebody's already
   */
  public Change assign(long expectedVersion, UserId assignee, Stamp stamp) {
    admit(Operation.ASSIGN, expectedVersion);
    if (details.assignee() != null) {
      throw new AlreadyAssignedException(id.toString());
    }
    Activity next = next(Operation.ASSIGN, details.assignedTo(assignee), status, stamp);
    return new Change(next, List.of(new ActivityEvent.Assigned(next)));
  }

  /**
   * Makes it somebody else's.
   *
   * @throws NotAssignedException when it is nobody's
   * @throws NothingChangesException when it is that user's already
   */
  public Change reassign(long expectedVersion, UserId assignee, Stamp stamp) {
    admit(Operation.REASSIGN, expectedVersion);
    UserId previous = details.assignee();
    if (previous == null) {
      throw new NotAssignedException(id.toString());
    }
    Details reassigned = requireNew(details.assignedTo(assignee));
    Activity next = next(Operation.REASSIGN, reassigned, status, stamp);
    return new Change(next, List.of(new ActivityEvent.Reassigned(next, previous)));
  }

  /** Notes that work on it begins. */
  public Change start(long expectedVersion, Stamp stamp) {
    admit(Operation.START, expectedVersion);
    Activity next = next(Operation.START, details, new Started(stamp), stamp);
    return new Change(next, List.of(new ActivityEvent.Started(next)));
  }

  /**
   * Makes it due at another time.
   *
   * @throws NothingChangesException when it is due then already
   */
  public Change reschedule(long expectedVersion, Instant dueAt, Stamp stamp) {
    admit(Operation.RESCHEDULE, expectedVersion);
    Details rescheduled = requireNew(details.dueAt(dueAt));
    Activity next = next(Operation.RESCHEDULE, rescheduled, status, stamp);
    return new Change(next, List.of(new ActivityEvent.Rescheduled(next, details.dueAt())));
  }

  /**
   * Notes that it was done.
   *
   * @param followUpAt when another is due that is to follow it; absent: none is
   */
  public Change complete(
      long expectedVersion, @Nullable String outcome, @Nullable Instant followUpAt, Stamp stamp) {
    admit(Operation.COMPLETE, expectedVersion);
    Completed completed = new Completed(stamp, outcome, status.begun());
    Activity next = next(Operation.COMPLETE, details, completed, stamp);
    ActivityEvent done = new ActivityEvent.Completed(next);
    return new Change(
        next,
        followUpAt == null
            ? List.of(done)
            : List.of(done, new ActivityEvent.FollowUpRequested(next, followUpAt)));
  }

  /** Notes that it is not to be done any more. */
  public Change cancel(long expectedVersion, @Nullable String reason, Stamp stamp) {
    admit(Operation.CANCEL, expectedVersion);
    Cancelled cancelled = new Cancelled(stamp, reason, status.begun());
    Activity next = next(Operation.CANCEL, details, cancelled, stamp);
    return new Change(next, List.of(new ActivityEvent.Cancelled(next)));
  }

  /** Takes it away, and with it everything that people wrote. */
  public Change delete(long expectedVersion, Stamp stamp) {
    admit(Operation.DELETE, expectedVersion);
    Activity next = next(Operation.DELETE, details.erased(), new Deleted(stamp), stamp);
    return new Change(next, List.of(new ActivityEvent.Deleted(next)));
  }

  private void admit(Operation operation, long expectedVersion) {
    if (status instanceof Deleted) {
      throw new ActivityNotFoundException();
    }
    if (status instanceof Completed && operation == Operation.COMPLETE) {
      throw new AlreadyCompletedException(id.toString(), version);
    }
    if (!status.possible().contains(operation)) {
      throw new WrongStatusException(
          id.toString(),
          status.wireName(),
          operation.participle(),
          status.possible().stream().map(Operation::wireName).toList());
    }
    if (expectedVersion != version) {
      throw new WrongVersionException(id.toString(), expectedVersion, version);
    }
  }

  private Details requireNew(Details changed) {
    if (changed.equals(details)) {
      throw new NothingChangesException(id.toString());
    }
    return changed;
  }

  private Activity next(
      Operation operation, Details newDetails, ActivityStatus newStatus, Stamp stamp) {
    return new Activity(
        id,
        tenant,
        version + 1,
        newDetails,
        stamps.changedAt(stamp),
        status.become(operation, newStatus));
  }
}
