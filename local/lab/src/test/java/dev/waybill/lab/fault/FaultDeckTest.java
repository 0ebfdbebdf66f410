package dev.waybill.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultDeckTest {
  private static final Duration LONGEST = Duration.ofSeconds(12);

  @Test
  void dealsEachKindOnceBeforeAnyComesAgain() {
    List<String> kinds = FaultDeck.FAULTS.deal(25, LONGEST, 7).stream().map(Fault::kind).toList();

    assertThat(kinds).hasSize(25);
    assertThat(kinds.subList(0, 10)).doesNotHaveDuplicates().hasSize(FaultDeck.FAULTS.kinds());
    assertThat(kinds.subList(10, 20)).containsExactlyInAnyOrderElementsOf(kinds.subList(0, 10));
  }

  @Test
  void dealsTheSameForASeed() {
    assertThat(FaultDeck.FAULTS.deal(40, LONGEST, 7))
        .isEqualTo(FaultDeck.FAULTS.deal(40, LONGEST, 7));
    assertThat(FaultDeck.FAULTS.deal(40, LONGEST, 7))
        .isNotEqualTo(FaultDeck.FAULTS.deal(40, LONGEST, 8));
  }

  @Test
  void keepsToTheLongestTime() {
    assertThat(FaultDeck.FAULTS.deal(200, LONGEST, 7))
        .allSatisfy(fault -> assertThat(fault.lasting()).isBetween(Duration.ZERO, LONGEST));
  }

  @Test
  void hasEveryKindThatThereIs() {
    assertThat(FaultDeck.FAULTS.deal(FaultDeck.FAULTS.kinds(), LONGEST, 7))
        .extracting(Object::getClass)
        .containsExactlyInAnyOrder(Fault.class.getPermittedSubclasses());
  }

  @Test
  void killsOnlyWhereOnlyKillsAreAskedFor() {
    assertThat(FaultDeck.KILLS.deal(10, LONGEST, 7))
        .hasSize(10)
        .hasOnlyElementsOfTypes(KillRelay.class, KillHandler.class)
        .hasAtLeastOneElementOfType(KillRelay.class)
        .hasAtLeastOneElementOfType(KillHandler.class);
  }

  @Test
  void describesWhatItDoes() {
    assertThat(new FreezeRelay(Standing.ACTIVE, Duration.ofMillis(8_240)).describe())
        .isEqualTo("SIGSTOP of the active relay for 8.2 s");
  }
}
