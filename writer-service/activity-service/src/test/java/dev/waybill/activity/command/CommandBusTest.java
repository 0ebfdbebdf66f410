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
import dev.waybill.activity.refused.WrongVersionException;
import dev.waybill.activity.repeat.Answer;
import dev.waybill.activity.repeat.Answers;
import dev.waybill.activity.repeat.Claim;
import dev.waybill.activity.repeat.IdempotencyKey;
import dev.waybill.activity.request.Command;
import dev.waybill.activity.request.CompleteActivity;
import dev.waybill.activity.request.CreateActivity;
import dev.waybill.activity.security.ActivityRoles;
import dev.waybill.outbox.Origin;
import java.time.Duration;
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
  private static final IdempotencyKey KEY = new IdempotencyKey("7");
  private static final Context ANNA = context(ActivityRoles.WRITER, null);
  private static final Context ANNA_WITH_KEY = context(ActivityRoles.WRITER, KEY);
  private static final CreateActivity CREATE =
      new CreateActivity("call", "Call back", null, null, null);

  private final List<String> steps = new ArrayList<>();
  private final FakeActivities activities = new FakeActivities();
  private final FakePublisher publisher = new FakePublisher();
  private final FakeAnswers answers = new FakeAnswers();
  private final CommandBus bus =
      new CommandBus(
          List.of(
              new CreateHandler(activities, () -> new ActivityId(new UUID(7, 7)), CLOCK),
              new ChangeHandler(activities, CLOCK)),
          new RecordedTransactions(),
          entry -> steps.add("audit " + entry.command() + " " + entry.activity().version()),
          publisher,
          answers,
          CLOCK);

  @Test
  void changesAuditsAndStagesInOneTransaction() {
    execute(CREATE, ANNA);

    assertThat(steps)
        .containsExactly("begin", "add 1", "audit activity.create 1", "stage 1", "commit");
  }

  @Test
  void stagesEveryEventOfWhatWasStored() {
    execute(CREATE, ANNA);
    execute(complete(1), ANNA);

    assertThat(publisher.events)
        .extracting(event -> event.activity().details().title())
        .containsExactly("Call back, as stored", "Call back, as stored, as stored");
  }

  @Test
  void opensNoTransactionForAnInvalidCommand() {
    assertThatThrownBy(() -> execute(new CreateActivity(null, null, null, null, null), ANNA))
        .isInstanceOf(InvalidRequestException.class);
    assertThat(steps).isEmpty();
  }

  @Test
  void opensNoTransactionForACallerWithoutTheRole() {
    assertThatThrownBy(() -> execute(CREATE, context(ActivityRoles.READER, null)))
        .isInstanceOf(RoleMissingException.class);
    assertThat(steps).isEmpty();
  }

  @Test
  void neitherAuditsNorStagesWhenSomebodyElseWasFaster() {
    execute(CREATE, ANNA);
    steps.clear();
    activities.fasterCompletion = true;

    assertThatThrownBy(() -> execute(complete(1), ANNA))
        .isInstanceOf(AlreadyCompletedException.class);
    assertThat(steps).containsExactly("begin", "rollback");
  }

  @Test
  void commitsNothingWhenStagingFails() {
    publisher.failure = new IllegalStateException("refused");

    assertThatThrownBy(() -> execute(CREATE, ANNA)).isSameAs(publisher.failure);
    assertThat(steps).endsWith("rollback");
  }

  @Test
  void answersARepeatAsBeforeAndDoesNothing() {
    Answer first = execute(CREATE, ANNA_WITH_KEY);
    steps.clear();

    Answer second = execute(CREATE, ANNA_WITH_KEY);

    assertThat(first).isEqualTo(Answer.of(200, null, "version 1"));
    assertThat(second).isEqualTo(new Answer(200, null, "version 1", true));
    assertThat(steps).containsExactly("begin", "find", "commit");
  }

  @Test
  void keepsTheAnswerInTheTransactionOfTheChange() {
    execute(CREATE, ANNA_WITH_KEY);

    assertThat(steps)
        .containsExactly(
            "begin", "find", "add 1", "audit activity.create 1", "stage 1", "keep", "commit");
  }

  @Test
  void looksForNoAnswerWithoutTheRole() {
    execute(CREATE, ANNA_WITH_KEY);
    steps.clear();

    assertThatThrownBy(() -> execute(CREATE, context(ActivityRoles.READER, KEY)))
        .isInstanceOf(RoleMissingException.class);
    assertThat(steps).isEmpty();
  }

  @Test
  void keepsNoRefusal() {
    execute(CREATE, ANNA);
    steps.clear();

    assertThatThrownBy(() -> execute(complete(7), ANNA_WITH_KEY))
        .isInstanceOf(WrongVersionException.class);
    assertThat(steps).containsExactly("begin", "find", "rollback");
  }

  @Test
  void runsACommandThatNobodyWaitsForInTheSameWay() {
    assertThat(bus.execute(CREATE, ANNA).version()).isEqualTo(1);
    assertThat(steps)
        .containsExactly("begin", "add 1", "audit activity.create 1", "stage 1", "commit");
    assertThatThrownBy(() -> bus.execute(CREATE, context(ActivityRoles.READER, null)))
        .isInstanceOf(RoleMissingException.class);
    assertThatThrownBy(() -> bus.execute(new CreateActivity(null, null, null, null, null), ANNA))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void hasAHandlerForEveryCommand() {
    List<Class<?>> types =
        List.of(
            new CreateHandler(activities, () -> new ActivityId(new UUID(7, 7)), CLOCK).type(),
            new ChangeHandler(activities, CLOCK).type());

    assertThat(Command.class.getPermittedSubclasses()).allMatch(types::contains);
  }

  private Answer execute(Command command, Context context) {
    return bus.execute(
        command, context, activity -> Answer.of(200, null, "version " + activity.version()));
  }

  private static CompleteActivity complete(long version) {
    return new CompleteActivity(new UUID(7, 7).toString(), version, null, null);
  }

  private static Context context(Role role, @Nullable IdempotencyKey key) {
    return new Context(
        new Caller(new TenantId("acme"), new UserId("anna"), Set.of(role.claim())),
        Origin.UNKNOWN,
        key);
  }

  /** The answer to one request. */
  private final class FakeAnswers implements Answers {

    private @Nullable Claim claim;
    private @Nullable Answer answer;

    @Override
    public Optional<Answer> find(Claim asked) {
      steps.add("find");
      return answer != null && asked.equals(claim)
          ? Optional.of(new Answer(answer.status(), answer.location(), answer.body(), true))
          : Optional.empty();
    }

    @Override
    public void keep(Claim answered, Answer given) {
      steps.add("keep");
      claim = answered;
      answer = given;
    }

    @Override
    public int forget(Duration age, int most) {
      throw new UnsupportedOperationException();
    }
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
                  details.dueAt(),
                  details.visibility()),
              activity.stamps(),
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
