package dev.waybill.activity.command;

import dev.waybill.activity.domain.Activity;
import dev.waybill.activity.domain.Change;
import dev.waybill.activity.refused.FieldError;
import dev.waybill.activity.refused.InvalidRequestException;
import dev.waybill.activity.refused.RequestRefusedException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The one entrance for commands: checks the fields, checks the role, then changes, audits and
 * stages in one transaction. Any failure inside rolls all three back, and what is thrown reaches
 * the caller. Thread-safe.
 */
@Component
public final class CommandBus {

  private final Map<Class<?>, CommandHandler<?>> handlers;
  private final TransactionOperations transactions;
  private final AuditTrail audit;
  private final EventPublisher publisher;
  private final InstantSource clock;

  CommandBus(
      List<CommandHandler<?>> handlers,
      TransactionOperations transactions,
      AuditTrail audit,
      EventPublisher publisher,
      InstantSource clock) {
    this.handlers =
        handlers.stream().collect(Collectors.toMap(CommandHandler::type, Function.identity()));
    this.transactions = transactions;
    this.audit = audit;
    this.publisher = publisher;
    this.clock = clock;
  }

  /**
   * Runs a command to its commit.
   *
   * @return the activity after it
   * @throws RequestRefusedException when the command may not or cannot be done; nothing happened
   */
  public Activity execute(Command command, Context context) {
    List<FieldError> errors = command.errors();
    if (!errors.isEmpty()) {
      throw new InvalidRequestException(errors);
    }
    context.caller().require(command.role());
    return Objects.requireNonNull(
        transactions.execute(status -> inTransaction(command, context).activity()));
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
    // Last, since staging locks the activity's messages until the end of the transaction.
    publisher.publish(change.events(), context.origin());
    return change;
  }

  private <C extends Command> Change handle(C command, Context context) {
    // Safe: the map's key is the type that the handler itself declares.
    @SuppressWarnings("unchecked")
    CommandHandler<C> handler = (CommandHandler<C>) handlers.get(command.getClass());
    if (handler == null) {
      throw new IllegalStateException("no handler for command " + command.name());
    }
    return handler.handle(command, context);
  }
}
