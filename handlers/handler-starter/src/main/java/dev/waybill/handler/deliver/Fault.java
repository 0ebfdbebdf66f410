package dev.waybill.handler.deliver;

import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.outcome.DeadLetterException;
import dev.waybill.handler.outcome.IgnoreMessageException;
import dev.waybill.handler.outcome.RetryAfterException;
import dev.waybill.handler.record.RefusedRecordException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;
import org.springframework.transaction.CannotCreateTransactionException;

/**
 * What an exception means. Judged by SQLSTATE, never by a message, which is in the server's
 * language.
 *
 * @see <a href="https://www.postgresql.org/docs/18/errcodes-appendix.html">PostgreSQL's codes</a>
 */
public final class Fault {

  /** Connection, resources, operator intervention, system error. */
  private static final Set<String> LOST_CLASSES = Set.of("08", "53", "58");

  /**
   * Shutdown and restart; the server ended a transaction that stood idle or lasted too long; it is
   * a standby or otherwise takes no writes.
   */
  private static final Set<String> LOST =
      Set.of("57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "25006");

  /** idle_in_transaction_session_timeout, transaction_timeout. */
  private static final Set<String> TOO_SLOW = Set.of("25P03", "25P04");

  /** Insufficient resources. */
  private static final String LACK = "53";

  /** Too many connections: whoever it is refused to, it is the others' doing. */
  private static final String CROWDED = "53300";

  /** in_failed_sql_transaction. */
  private static final String ABORTED = "25P02";

  /** Lock not available, deadlock, serialization failure. */
  private static final Set<String> CONTENDED = Set.of("55P03", "40P01", "40001");

  /** Of JPA, which is not on every class path. */
  private static final String OUTSIDE_TRANSACTION =
      "jakarta.persistence.TransactionRequiredException";

  private static final String[] NOT_THE_HANDLERS = {
    "java.",
    "jdk.",
    "sun.",
    "org.springframework.",
    "org.hibernate.",
    "org.postgresql.",
    "com.zaxxer.",
    "io.micrometer.",
    "jakarta.",
    "tools.",
    "dev.waybill.handler.attempt.",
    "dev.waybill.handler.batch.",
    "dev.waybill.handler.consume.",
    "dev.waybill.handler.inbox.",
    "dev.waybill.workqueue.",
    "dev.waybill.handler.deliver.",
    "dev.waybill.handler.observation.",
    "dev.waybill.handler.registry.",
    "dev.waybill.handler.record."
  };

  private final Throwable thrown;
  private final String state;

  private Fault(Throwable thrown, String state) {
    this.thrown = thrown;
    this.state = state;
  }

  public static Fault of(Throwable thrown) {
    String state =
        causes(thrown)
            .filter(SQLException.class::isInstance)
            .map(cause -> ((SQLException) cause).getSQLState())
            .filter(code -> code != null && !code.isEmpty())
            .findFirst()
            .orElse("");
    return new Fault(thrown, state);
  }

  /**
   * Throws it again when the virtual machine is at its end, so that no instance goes on without
   * memory. Any other {@link Error}, also a recursion that went too deep, is one delivery's: ending
   * the consuming thread would end it in every instance in turn.
   */
  public void rethrowIfFatal() {
    if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
      throw fatal;
    }
  }

  /** Whether the database is not there, ended the connection, or is not the manager's. */
  public boolean isDatabaseLost() {
    if (isDecided()) {
      return false;
    }
    return thrown instanceof WrongTransactionManagerException
        || LOST.contains(state)
        || (state.length() == 5 && LOST_CLASSES.contains(state.substring(0, 2)))
        || causes(thrown).anyMatch(CannotCreateTransactionException.class::isInstance);
  }

  /** Whether the server ended the transaction because the handler kept it waiting for too long. */
  public boolean isTooSlow() {
    return TOO_SLOW.contains(state);
  }

  /** Whether an earlier statement had failed, which somebody kept to himself. */
  boolean isAborted() {
    return ABORTED.equals(state);
  }

  /** Whether JPA was to write with no transaction of its own. */
  boolean isOutsideTransaction() {
    return causes(thrown).anyMatch(cause -> cause.getClass().getName().equals(OUTSIDE_TRANSACTION));
  }

  /** Whether the thread was interrupted. */
  public boolean isInterrupted() {
    return causes(thrown)
        .anyMatch(
            cause ->
                cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException
                    || cause instanceof InterruptedIOException);
  }

  /** What a handler that took too long is told. */
  public Failure tooSlow() {
    return Failure.of(
        FailureKind.RETRYABLE,
        "too-slow",
        "the handler kept its transaction waiting for longer than waybill.handler.idle-timeout");
  }

  /** Whether another transaction was in the way. */
  public boolean isContended() {
    return CONTENDED.contains(state) && !isDecided();
  }

  /**
   * Whether the server lacked memory, disk or what a setting grants for what it was asked. While a
   * handler's method runs, that may be this message's alone, as a sort beyond {@code
   * temp_file_limit} is; a server that lacks it for everybody fails the statements around the
   * method as well.
   */
  public boolean isStarved() {
    return state.startsWith(LACK)
        && !state.equals(CROWDED)
        && !isDecided()
        && causes(thrown).noneMatch(CannotCreateTransactionException.class::isInstance);
  }

  /** What a handler for which the server lacked something is told. */
  public Failure starved() {
    return Failure.of(FailureKind.CONTENDED, code(), text());
  }

  /** The failure, by the rules that need no settings. */
  public Failure failure() {
    return failure(FaultClasses.NONE);
  }

  /** The failure, also by what the application says of its own exceptions. */
  public Failure failure(FaultClasses classes) {
    return new Failure(kind(classes), code(), text(), after());
  }

  private FailureKind kind(FaultClasses classes) {
    if (isDatabaseLost()) {
      return FailureKind.SURROUNDINGS;
    }
    if (isContended()) {
      return FailureKind.CONTENDED;
    }
    if (find(IgnoreMessageException.class).isPresent()) {
      return FailureKind.IGNORED;
    }
    if (find(RetryAfterException.class).isPresent()) {
      return FailureKind.RETRYABLE;
    }
    if (find(DeadLetterException.class).isPresent()
        || find(RefusedRecordException.class).isPresent()
        || causes(thrown).anyMatch(classes::isPermanent)) {
      return FailureKind.PERMANENT;
    }
    return causes(thrown).anyMatch(classes::isOutside)
        ? FailureKind.OUTSIDE
        : FailureKind.RETRYABLE;
  }

  private String code() {
    return find(DeadLetterException.class)
        .map(DeadLetterException::code)
        .or(() -> find(RefusedRecordException.class).map(refused -> refused.refusal().code()))
        .orElseGet(() -> name(root().getClass()));
  }

  /** An anonymous class has no simple name. */
  private static String name(Class<?> type) {
    return type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
  }

  private @Nullable Duration after() {
    return find(RetryAfterException.class).map(RetryAfterException::delay).orElse(null);
  }

  private <T extends Throwable> Optional<T> find(Class<T> type) {
    return causes(thrown).filter(type::isInstance).map(type::cast).findFirst();
  }

  /**
   * Names and codes only: what a handler or the database says may quote the payload. The place is
   * that of the first frame that is no library's.
   */
  private String text() {
    if (thrown instanceof RefusedRecordException
        || thrown instanceof WrongTransactionManagerException) {
      return String.valueOf(thrown.getMessage());
    }
    Optional<Throwable> spoken = causes(thrown).filter(Fault::speaksForPeople).findFirst();
    if (spoken.isPresent()) {
      return Sanitised.of(String.valueOf(spoken.get().getMessage()))
          + place().map(place -> " at " + place).orElse("");
    }
    String what = root().getClass().getSimpleName();
    String sql = state.isEmpty() ? "" : " (SQLSTATE " + state + constraint() + ")";
    return what + sql + place().map(place -> " at " + place).orElse("");
  }

  /** Whether the handler itself said what is to become of the message. */
  private boolean isDecided() {
    return causes(thrown).anyMatch(Fault::speaksForPeople);
  }

  /** Its author wrote the message to be stored. */
  private static boolean speaksForPeople(Throwable thrown) {
    return thrown instanceof DeadLetterException
        || thrown instanceof RetryAfterException
        || thrown instanceof IgnoreMessageException;
  }

  private String constraint() {
    return causes(thrown)
        .filter(PSQLException.class::isInstance)
        .map(cause -> ((PSQLException) cause).getServerErrorMessage())
        .flatMap(Stream::ofNullable)
        .map(ServerErrorMessage::getConstraint)
        .flatMap(Stream::ofNullable)
        .findFirst()
        .map(name -> ", constraint " + name)
        .orElse("");
  }

  private Optional<String> place() {
    return causes(thrown)
        .flatMap(cause -> Stream.of(cause.getStackTrace()))
        .filter(frame -> Stream.of(NOT_THE_HANDLERS).noneMatch(frame.getClassName()::startsWith))
        .findFirst()
        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber());
  }

  private Throwable root() {
    return causes(thrown).reduce(thrown, (earlier, later) -> later);
  }

  private static Stream<Throwable> causes(Throwable thrown) {
    return Stream.<Throwable>iterate(thrown, cause -> cause != null, Throwable::getCause).limit(20);
  }
}
