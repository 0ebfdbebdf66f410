package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LateMessagesTest {

  /** The words are the relay's. */
  @Test
  void countsAPieceOnceThatARelayHadToBeginAgain() {
    LateMessages late =
        LateMessages.of(
            3_500,
            List.of("Relay streaming", said(2_048, 11_858), said(2_048, 11_858), said(7, 9)));

    assertThat(late).isEqualTo(new LateMessages(3_500, 2_055));
  }

  @Test
  void explainsNoMoreThanWasSaidAndNoMoreThanMayBe() {
    assertThat(new LateMessages(10, 8).explain(8)).isTrue();
    assertThat(new LateMessages(10, 8).explain(9)).isFalse();
    assertThat(new LateMessages(7, 8).explain(3)).isFalse();
  }

  private static String said(int count, int from) {
    return ("Relay main: %d committed messages never came through the stream and are published late,"
            + " from number %d on; see runbooks/slot-lost.md")
        .formatted(count, from);
  }
}
