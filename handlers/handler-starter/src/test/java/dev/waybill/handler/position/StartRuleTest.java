package dev.waybill.handler.position;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.handler.position.StartDecision.Gap;
import dev.waybill.handler.position.StartDecision.Restart;
import dev.waybill.handler.position.StartDecision.Restart.Reason;
import dev.waybill.handler.position.StartDecision.Resume;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartRuleTest {

  private static final TopicId TOPIC = new TopicId(new UUID(1, 1));
  private static final TopicId OTHER = new TopicId(new UUID(2, 2));

  @Test
  void beginsAtTheBeginningWhenNothingIsStored() {
    assertThat(StartRule.decide(Optional.empty(), log(5, 90)))
        .isEqualTo(new Restart(Position.at(5), Reason.FIRST_READ));
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6, 89, 90})
  void goesOnAtTheStoredPositionWithItsEpoch(long offset) {
    StoredPosition stored = new StoredPosition(TOPIC, new Position(offset, 7), 3);

    assertThat(StartRule.decide(Optional.of(stored), log(5, 90))).isEqualTo(new Resume(stored));
    assertThat(StartRule.decide(Optional.of(stored), log(5, 90)).start())
        .isEqualTo(new Position(offset, 7));
  }

  @Test
  void beginsAnewWhenTheTopicIsAnotherOne() {
    assertThat(StartRule.decide(stored(OTHER, 50), log(0, 90)))
        .isEqualTo(new Restart(Position.at(0), Reason.OTHER_TOPIC));
    // Also when the position would be out of range there, which then means nothing.
    assertThat(StartRule.decide(stored(OTHER, 500), log(7, 90)))
        .isEqualTo(new Restart(Position.at(7), Reason.OTHER_TOPIC));
  }

  @Test
  void beginsAnewWhenTheLogEndsBeforeThePosition() {
    assertThat(StartRule.decide(stored(TOPIC, 91), log(5, 90)))
        .isEqualTo(new Restart(Position.at(5), Reason.TRUNCATED));
  }

  @Test
  void beginsAnewWhenKafkaSaysThatTheLogWasCut() {
    assertThat(StartRule.decide(stored(TOPIC, 50), new PartitionLog(TOPIC, 5, 90, true)))
        .isEqualTo(new Restart(Position.at(5), Reason.TRUNCATED));
  }

  @Test
  void tellsWhatIsMissingWhenTheLogBeginsAfterThePosition() {
    StartDecision decision = StartRule.decide(stored(TOPIC, 3), log(5, 90));

    assertThat(decision).isEqualTo(new Gap(Position.at(5), 3));
    assertThat(((Gap) decision).lastMissing()).isEqualTo(4);
  }

  @Test
  void beginsAtTheEndOfAnEmptyLogThatOnceHeldMore() {
    assertThat(StartRule.decide(stored(TOPIC, 90), log(90, 90))).isInstanceOf(Resume.class);
    assertThat(StartRule.decide(Optional.empty(), log(90, 90)).start()).isEqualTo(Position.at(90));
  }

  private static Optional<StoredPosition> stored(TopicId topic, long offset) {
    return Optional.of(new StoredPosition(topic, Position.at(offset), 1));
  }

  private static PartitionLog log(long start, long end) {
    return new PartitionLog(TOPIC, start, end, false);
  }
}
