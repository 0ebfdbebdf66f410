package dev.waybill.activity.command;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.refused.InvalidRequestException;
import dev.waybill.activity.refused.RequestRefusedException;
import dev.waybill.activity.repeat.Answer;
import dev.waybill.activity.repeat.Answers;
import dev.waybill.activity.repeat.Claim;
import dev.waybill.activity.repeat.IdempotencyKey;
import dev.waybill.activity.request.Command;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The one entrance for commands: checks the fields, checks the role, then changes, audits and
 * stages in one transaction. Any failure inside rolls all three back, and what is thrown reaches
 * the caller. Thread-safe.
 */
@Component
public final class CommandBus {

  private final List<CommandHandler<?>> handlers;
  private final TransactionOperations transactions;
  private final AuditTrail audit;
  private final EventPublisher publisher;
  private final Answers answers;
  private final InstantSource clock;

  CommandBus(
      List<CommandHandler<?>> handlers,
      TransactionOperations transactions,
      AuditTrail audit,
      EventPublisher publisher,
      Answers answers,
      InstantSource clock) {
    this.handlers = List.copyOf(handlers);
    this.transactions = transactions;
    this.audit = audit;
    this.publisher = publisher;
    this.answers = answers;
    this.clock = clock;
  }

  /**
   * Runs a command to its commit, or within the caller's transaction where there is one.
   *
   * @return the activity after it
   * @throws RequestRefusedException when the command may not or cannot be done; nothing happened
   */
  public Activity execute(Command command, Context context) {
    check(command, context);
    return Objects.requireNonNull(
        transactions.execute(status -> inTransaction(command, context).activity()));
  }

  /**
   * Does the same and answers. Where the context has a key, the answer is kept in the same
   * transaction; a request that was answered before changes nothing and has the answer again. A
   * refusal is not kept: it changed nothing, and may have ended.
   *
   * @param rendering the answer that tells of the activity as it is after the command
   * @return the answer
   * @throws RequestRefusedException when the command may not or cannot be done; nothing happened
   */
  public Answer execute(Command command, Context context, Function<Activity, Answer> rendering) {
    check(command, context);
    Supplier<Answer> change = () -> rendering.apply(inTransaction(command, context).activity());
    return Objects.requireNonNull(transactions.execute(status -> once(command, context, change)));
  }

  private static void check(Command command, Context context) {
    List<FieldError> errors = command.errors();
    if (!errors.isEmpty()) {
      throw new InvalidRequestException(errors);
    }
    context.caller().require(command.role());
  }

  private Answer once(Command command, Context context, Supplier<Answer> change) {
    IdempotencyKey key = context.key();
    if (key == null) {
      return change.get();
    }
    Claim claim =
        new Claim(context.caller().tenant(), key, Fingerprint.of(context.caller().user(), command));
    return answers.find(claim).orElseGet(() -> kept(claim, change.get()));
  }

  private Answer kept(Claim claim, Answer answer) {
    answers.keep(claim, answer);
    return answer;
  }

  private Change inTransaction(Command command, Context context) {
    Change change = handle(command, context);
    audit.record(
        new AuditEntry(
            command.name(),
            change.activity(),
            context.caller(),
            clock.instant(),
            context.origin().correlationId()));
    // After the change, since staging locks the activity's messages until the transaction ends.
    publisher.publish(change.events(), context.origin());
    return change;
  }

  private Change handle(Command command, Context context) {
    return handlers.stream()
        .filter(handler -> handler.type().isInstance(command))
        .findFirst()
        .map(handler -> handle(handler, command, context))
        .orElseThrow(() -> new IllegalStateException("no handler for command " + command.name()));
  }

  private static <C extends Command> Change handle(
      CommandHandler<C> handler, Command command, Context context) {
    return handler.handle(handler.type().cast(command), context);
  }
}
