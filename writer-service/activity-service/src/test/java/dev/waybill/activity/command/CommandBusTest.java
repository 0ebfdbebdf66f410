package dev.waybill.activity.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.access.Caller;
import dev.waybill.access.Role;
import dev.waybill.access.RoleMissingException;
import dev.waybill.access.TenantId;
import dev.waybill.access.UserId;
import dev.waybill.activity.domain.Activities;
import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.ActivityEvent;
import dev.waybill.activity.domain.ActivityId;
import dev.waybill.activity.domain.Details;
import dev.waybill.activity.refused.AlreadyCompletedException;
import dev.waybill.activity.refused.InvalidRequestException;
import dev.waybill.activity.security.ActivityRoles;
import dev.waybill.outbox.Origin;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

class CommandBusTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-03-05T10:42:00Z"));
  private static final Context ANNA = context(ActivityRoles.WRITER);
  private static final CreateActivity CREATE = new CreateActivity("call", "Call back", null, null);

  private final List<String> steps = new ArrayList<>();
  private final FakeActivities activities = new FakeActivities();
  private final FakePublisher publisher = new FakePublisher();
  private final CommandBus bus =
      new CommandBus(
          List.of(
              new CreateHandler(activities, () -> new ActivityId(new UUID(7, 7)), CLOCK),
              new CompleteHandler(activities, CLOCK)),
          new RecordedTransactions(),
          entry -> steps.add("audit " + entry.command() + " " + entry.activity().version()),
          publisher,
          CLOCK);

  @Test
  void changesAuditsAndStagesInOneTransaction() {
    bus.execute(CREATE, ANNA);

    assertThat(steps)
        .containsExactly("begin", "add 1", "audit activity.create 1", "stage 1", "commit");
  }

  @Test
  void stagesEveryEventOfWhatWasStored() {
    bus.execute(CREATE, ANNA);
    bus.execute(complete(1), ANNA);

    assertThat(publisher.events)
        .extracting(event -> event.activity().details().title())
        .containsExactly("Call back, as stored", "Call back, as stored, as stored");
  }

  @Test
  void opensNoTransactionForAnInvalidCommand() {
    assertThatThrownBy(() -> bus.execute(new CreateActivity(null, null, null, null), ANNA))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(steps).isEmpty();
  }

  @Test
  void opensNoTransactionForACallerWithoutTheRole() {
    assertThatThrownBy(() -> bus.execute(CREATE, context(ActivityRoles.READER)))
        .isInstanceOf(RoleMissingException.class);
    assertThat(steps).isEmpty();
  }

  @Test
  void neitherAuditsNorStagesWhenSomebodyElseWasFaster() {
    bus.execute(CREATE, ANNA);
    steps.clear();
    activities.fasterCompletion = true;

    assertThatThrownBy(() -> bus.execute(complete(1), ANNA))
        .isInstanceOf(AlreadyCompletedException.class);
    assertThat(steps).containsExactly("begin", "rollback");
  }

  @Test
  void commitsNothingWhenStagingFails() {
    publisher.failure = new IllegalStateException("refused");

    assertThatThrownBy(() -> bus.execute(CREATE, ANNA)).isSameAs(publisher.failure);
    assertThat(steps).endsWith("rollback");
  }

  private static CompleteActivity complete(long version) {
    return new CompleteActivity(new UUID(7, 7).toString(), version, null);
  }

  private static Context context(Role role) {
    return new Context(
        new Caller(new TenantId("acme"), new UserId("anna"), Set.of(role.claim())), Origin.UNKNOWN);
  }

  /** One activity, which the database changes a little whenever it stores it. */
  private final class FakeActivities implements Activities {

    private @Nullable Activity stored;
    private boolean fasterCompletion;

    @Override
    public Activity add(Activity activity) {
      steps.add("add " + activity.version());
      return store(activity);
    }

    @Override
    public Optional<Activity> replace(Activity activity) {
      Activity now = store(activity);
      return fasterCompletion ? Optional.empty() : Optional.of(now);
    }

    @Override
    public Optional<Activity> find(TenantId tenant, ActivityId id) {
      return Optional.ofNullable(stored);
    }

    @Override
    public List<Activity> recent(TenantId tenant, int limit) {
      throw new UnsupportedOperationException();
    }

    private Activity store(Activity activity) {
      var details = activity.details();
      Activity now =
          new Activity(
              activity.id(),
              activity.tenant(),
              activity.version(),
              new Details(
                  details.type(),
                  details.title() + ", as stored",
                  details.assignee(),
                  details.dueAt()),
              activity.created(),
              activity.status());
      stored = now;
      return now;
    }
  }

  private final class FakePublisher implements EventPublisher {

    private final List<ActivityEvent> events = new ArrayList<>();
    private @Nullable RuntimeException failure;

    @Override
    public void publish(List<ActivityEvent> published, Origin origin) {
      if (failure != null) {
        throw failure;
      }
      steps.add("stage " + published.size());
      events.addAll(published);
    }
  }

  private final class RecordedTransactions implements TransactionOperations {

    @Override
    public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
      steps.add("begin");
      TransactionStatus status = new SimpleTransactionStatus();
      try {
        T result = action.doInTransaction(status);
        steps.add("commit");
        return result;
      } catch (RuntimeException e) {
        steps.add("rollback");
        throw e;
      }
    }
  }
}
