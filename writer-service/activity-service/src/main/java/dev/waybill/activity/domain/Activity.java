package dev.waybill.activity.domain;

import dev.waybill.access.TenantId;
import dev.waybill.activity.domain.ActivityStatus.Completed;
import dev.waybill.activity.domain.ActivityStatus.Open;
import dev.waybill.activity.refused.AlreadyCompletedException;
import dev.waybill.activity.refused.WrongVersionException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One activity of one tenant, at one version. Immutable: whatever happens to it makes a {@link
 * Change}.
 *
 * @param version 1 when created, one more with each change
 */
public record Activity(
    ActivityId id,
    TenantId tenant,
    long version,
    Details details,
    Stamp created,
    ActivityStatus status) {

  public static final long FIRST_VERSION = 1;

  /** Plans an activity. */
  public static Change create(ActivityId id, TenantId tenant, Details details, Stamp stamp) {
    Activity created = new Activity(id, tenant, FIRST_VERSION, details, stamp, new Open());
    return new Change(created, List.of(new ActivityCreated(created)));
  }

  /**
   * Notes that it was done.
   *
   * @param expectedVersion the version that the caller saw
   * @throws AlreadyCompletedException when it was done before, whatever version the caller saw
   * @throws WrongVersionException when it changed since the caller saw it
   */
  public Change complete(long expectedVersion, @Nullable String outcome, Stamp stamp) {
    if (status instanceof Completed) {
      throw new AlreadyCompletedException(id.toString(), version);
    }
    if (expectedVersion != version) {
      throw new WrongVersionException(id.toString(), expectedVersion, version);
    }
    Activity completed =
        new Activity(id, tenant, version + 1, details, created, new Completed(stamp, outcome));
    return new Change(completed, List.of(new ActivityCompleted(completed)));
  }

  /** When, by whom and with what outcome it was done, if it was. */
  public Optional<Completed> completion() {
    return status instanceof Completed completed ? Optional.of(completed) : Optional.empty();
  }
}
