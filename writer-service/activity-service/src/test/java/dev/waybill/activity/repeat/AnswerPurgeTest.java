package dev.waybill.activity.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;

class AnswerPurgeTest {

  private static final IdempotencyProperties SETTINGS =
      new IdempotencyProperties(Duration.ofHours(24));

  @Test
  void goesOnWhileThereIsMoreThanItMayForgetAtOnce() {
    Old old = new Old(2 * AnswerPurge.BATCH + 7);

    new AnswerPurge(old, SETTINGS).purge();

    assertThat(old.asked).containsExactly(AnswerPurge.BATCH, AnswerPurge.BATCH, AnswerPurge.BATCH);
    assertThat(old.left).isZero();
  }

  @Test
  void leavesADatabaseThatIsAwayForTheNextTime() {
    Old old = new Old(-1);

    assertThatCode(new AnswerPurge(old, SETTINGS)::purge).doesNotThrowAnyException();
    assertThat(old.asked).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT59M", "PT721H", "PT-1H"})
  void refusesARetentionOutOfRange(Duration retention) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new IdempotencyProperties(retention))
        .withMessageContaining("waybill.activity.idempotency.retention");
  }

  /** So many answers that are old enough; below 0 a database that is away. */
  private static final class Old implements Answers {

    private final List<Integer> asked = new ArrayList<>();
    private int left;

    private Old(int left) {
      this.left = left;
    }

    @Override
    public Optional<Answer> find(Claim claim) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void keep(Claim claim, Answer answer) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int forget(Duration age, int most) {
      assertThat(age).isEqualTo(SETTINGS.retention());
      asked.add(most);
      if (left < 0) {
        throw new DataAccessResourceFailureException("away");
      }
      int forgotten = Math.min(left, most);
      left -= forgotten;
      return forgotten;
    }
  }
}
