package dev.waybill.local.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryCheckerTest {
  private static final UUID A1 = UUID.randomUUID();
  private static final UUID A2 = UUID.randomUUID();
  private static final UUID B1 = UUID.randomUUID();
  private static final UUID UNDONE = UUID.randomUUID();

  private final Writes writes = new Writes();
  private HistoryChecker checker = new HistoryChecker(writes, List.of("t"));
  private long offset;

  @BeforeEach
  void write() {
    writes.committed(A1, "a", 10);
    writes.committed(B1, "b", 11);
    writes.committed(A2, "a", 12);
    writes.rolledBack(UNDONE);
  }

  @Test
  void isCleanWhenEachMessageIsThereOnceInTheOrderOfItsKey() {
    receive(0, A1);
    receive(1, B1);
    receive(0, A2);

    History history = checker.history();
    assertThat(history.clean()).isTrue();
    assertThat(history.committed()).isEqualTo(3);
    assertThat(history.topics().get(0).records()).isEqualTo(3);
  }

  @Test
  void keysMayOvertakeEachOther() {
    receive(0, A1);
    receive(0, A2);
    receive(0, B1);

    assertThat(checker.history().clean()).isTrue();
  }

  @Test
  void countsWhatIsMissing() {
    receive(0, A1);
    receive(0, A2);

    History history = checker.history();
    assertThat(history.lost()).isEqualTo(1);
    assertThat(history.topics().get(0).lost().examples().get(0))
        .isEqualTo(B1 + " (number 11 of key b)");
    assertThat(history.doubled() + history.ghosts() + history.reordered()).isZero();
    assertThat(history.clean()).isFalse();
  }

  @Test
  void countsEveryRepetition() {
    receive(0, A1);
    receive(0, A1);
    receive(0, A2);
    receive(0, A1);
    receive(0, B1);

    History history = checker.history();
    assertThat(history.doubled()).isEqualTo(2);
    assertThat(history.reordered()).isZero();
    assertThat(history.clean()).isFalse();
  }

  @Test
  void tellsRolledBackGhostsFromForeignOnes() {
    UUID foreign = UUID.randomUUID();
    receive(0, A1);
    receive(0, UNDONE);
    receive(0, foreign);
    receive(0, A2);
    receive(0, B1);

    Finding ghosts = checker.history().topics().get(0).ghosts();
    assertThat(ghosts.count()).isEqualTo(2);
    assertThat(ghosts.examples())
        .containsExactly(UNDONE + " at t-0@1 (rolled back)", foreign + " at t-0@2 (never written)");
  }

  @Test
  void countsMessagesBehindALaterOneOfTheirKey() {
    receive(0, A2);
    receive(0, B1);
    receive(0, A1);

    History history = checker.history();
    assertThat(history.reordered()).isEqualTo(1);
    assertThat(history.lost()).isZero();
    assertThat(history.topics().get(0).reordered().toString())
        .isEqualTo("1, for example " + A1 + " at t-0@2: number 10 of key a after number 12");
  }

  @Test
  void countsAKeyThatIsInTwoPartitions() {
    receive(0, A1);
    receive(1, A2);
    receive(1, B1);

    assertThat(checker.history().reordered()).isEqualTo(1);
  }

  @Test
  void comparesEachTopicByItself() {
    checker = new HistoryChecker(writes, List.of("t", "empty"));
    receive(0, A1);
    receive(0, B1);
    receive(0, A2);

    History history = checker.history();
    assertThat(history.lost()).isEqualTo(3);
    assertThat(history.topics().get(0).clean()).isTrue();
    assertThat(history.topics().get(1).lost().count()).isEqualTo(3);
  }

  @Test
  void keepsAFewExamplesOfMany() {
    for (int i = 0; i < 100; i++) {
      receive(0, UUID.randomUUID());
    }

    Finding ghosts = checker.history().topics().get(0).ghosts();
    assertThat(ghosts.count()).isEqualTo(100);
    assertThat(ghosts.examples()).hasSize(5);
  }

  @Test
  void refusesMistakesOfTheTestItself() {
    assertThatThrownBy(() -> writes.committed(A1, "a", 13))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> checker.received(new Received("other", 0, 0, A1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void countsALateOneApartOnlyWhenItMayBeLateAndSaysSo() {
    writes.mayBeLate(A1);
    receive(0, A2);
    checker.received(new Received("t", 0, offset++, A1, true));
    receive(1, B1);

    assertThat(checker.history().clean()).isTrue();
    assertThat(checker.history().late()).isEqualTo(1);
  }

  @Test
  void countsALateOneAsReorderedWhenItDoesNotSaySo() {
    writes.mayBeLate(A1);
    receive(0, A2);
    receive(0, A1);

    assertThat(checker.history().reordered()).isEqualTo(1);
  }

  @Test
  void countsAFlaggedOneAsReorderedWhenItMayNotBeLate() {
    receive(0, A2);
    checker.received(new Received("t", 0, offset++, A1, true));

    assertThat(checker.history().reordered()).isEqualTo(1);
  }

  @Test
  void keepsLateOnesInOrderAmongThemselves() {
    UUID last = UUID.randomUUID();
    writes.committed(last, "a", 13);
    writes.mayBeLate(A1);
    writes.mayBeLate(A2);
    receive(0, last);
    checker.received(new Received("t", 0, offset++, A2, true));
    checker.received(new Received("t", 0, offset++, A1, true));

    assertThat(checker.history().late()).isEqualTo(1);
    assertThat(checker.history().reordered()).isEqualTo(1);
  }

  private void receive(int partition, UUID id) {
    checker.received(new Received("t", partition, offset++, id));
  }
}
