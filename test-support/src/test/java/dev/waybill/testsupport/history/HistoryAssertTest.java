package dev.waybill.testsupport.history;

import static dev.waybill.testsupport.history.HistoryAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.Writes;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoryAssertTest {
  private static final UUID FIRST = UUID.randomUUID();
  private static final UUID SECOND = UUID.randomUUID();

  @Test
  void passesAGoodHistory() {
    assertThat(history(FIRST, SECOND))
        .wroteSomething()
        .lostNothing()
        .doubledNothing()
        .inventedNothing()
        .keptOrderPerKey();
  }

  @Test
  void namesTopicAndMessageOfABadOne() {
    UUID ghost = UUID.randomUUID();
    assertThatThrownBy(() -> assertThat(history(FIRST)).lostNothing())
        .hasMessageContaining("of 2 committed:")
        .hasMessageContaining("t of 1 records: lost 1, for example " + SECOND);
    assertThatThrownBy(() -> assertThat(history(FIRST, FIRST)).doubledNothing())
        .hasMessageContaining("doubled 1, for example " + FIRST);
    assertThatThrownBy(() -> assertThat(history(ghost)).inventedNothing())
        .hasMessageContaining("ghosts 1, for example " + ghost);
    assertThatThrownBy(() -> assertThat(history(SECOND, FIRST)).keptOrderPerKey())
        .hasMessageContaining("reordered 1, for example " + FIRST);
  }

  @Test
  void doesNotPassAnEmptyRun() {
    History nothing = new HistoryChecker(new Writes(), List.of("t")).history();
    assertThatThrownBy(() -> assertThat(nothing).wroteSomething())
        .hasMessageContaining("nothing was committed");
  }

  private static History history(UUID... received) {
    Writes writes = new Writes();
    writes.committed(FIRST, "key", 1);
    writes.committed(SECOND, "key", 2);
    HistoryChecker checker = new HistoryChecker(writes, List.of("t"));
    for (int offset = 0; offset < received.length; offset++) {
      checker.received(new Received("t", 0, offset, received[offset]));
    }
    return checker.history();
  }
}
