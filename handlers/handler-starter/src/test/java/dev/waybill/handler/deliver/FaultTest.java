package dev.waybill.handler.deliver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.handler.batch.FailureKind;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.CannotCreateTransactionException;

class FaultTest {

  @ParameterizedTest
  @ValueSource(strings = {"08006", "08001", "57P01", "57P03", "25P03", "25006", "53300", "58030"})
  void knowsALostDatabase(String state) {
    Fault fault = Fault.of(wrapped(state));

    assertThat(fault.isDatabaseLost()).isTrue();
    assertThat(fault.failure().infrastructure()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"55P03", "40P01", "40001"})
  void knowsContention(String state) {
    Fault fault = Fault.of(wrapped(state));

    assertThat(fault.isContended()).isTrue();
    assertThat(fault.isDatabaseLost()).isFalse();
    assertThat(fault.failure().infrastructure()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"53000", "53100", "53200", "53400"})
  void knowsALackThatMayBeOneMessagesOwn(String state) {
    Fault fault = Fault.of(wrapped(state));

    assertThat(fault.isStarved()).isTrue();
    assertThat(fault.starved().kind()).isEqualTo(FailureKind.CONTENDED);
    assertThat(fault.starved().reason()).contains("SQLSTATE " + state).doesNotContain("secret");
  }

  @Test
  void takesAServerThatTakesNoConnectionForALackOfNobody() {
    assertThat(Fault.of(wrapped("53300")).isStarved()).isFalse();
    assertThat(Fault.of(new CannotCreateTransactionException("none", wrapped("53200"))).isStarved())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"23505", "22P02", "42501", "25P02"})
  void holdsAllElseAgainstTheDelivery(String state) {
    assertThat(Fault.of(wrapped(state)).failure().infrastructure()).isFalse();
  }

  @Test
  void takesNoConnectionForALostDatabase() {
    assertThat(Fault.of(new CannotCreateTransactionException("none")).isDatabaseLost()).isTrue();
  }

  @Test
  void quotesNoMessage() {
    String reason = Fault.of(wrapped("23505")).failure().reason();

    assertThat(reason).contains("SQLException", "SQLSTATE 23505").doesNotContain("secret");
  }

  /** The server's language, and what a text pretends, decide nothing: its code does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "duplicate key value violates unique constraint",
        "doppelter Schlüsselwert verletzt Unique-Constraint",
        "重複したキー値は一意性制約違反となります",
        "canceling statement due to lock timeout",
        ""
      })
  void readsTheCodeAndNeverTheText(String text) {
    assertThat(Fault.of(new SQLException(text, "23505")).failure().kind())
        .isEqualTo(FailureKind.RETRYABLE);
    assertThat(Fault.of(new SQLException(text, "55P03")).failure().kind())
        .isEqualTo(FailureKind.CONTENDED);
    assertThat(Fault.of(new SQLException(text, "08006")).failure().kind())
        .isEqualTo(FailureKind.SURROUNDINGS);
  }

  @Test
  void endsTheThreadOnlyWhenTheVirtualMachineIsAtItsEnd() {
    assertThatThrownBy(() -> Fault.of(new OutOfMemoryError()).rethrowIfFatal())
        .isInstanceOf(OutOfMemoryError.class);
    assertThatCode(() -> Fault.of(new StackOverflowError()).rethrowIfFatal())
        .doesNotThrowAnyException();
    assertThatCode(() -> Fault.of(new NoClassDefFoundError()).rethrowIfFatal())
        .doesNotThrowAnyException();
  }

  private static RuntimeException wrapped(String state) {
    return new DataIntegrityViolationException(
        "secret", new SQLException("Schlüsselwert secret existiert bereits", state));
  }
}
