package dev.waybill.benchmarks.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class BacklogTest {

  /** With three keys the messages 1, 4 and 7 are of one. */
  @Test
  void knowsWhoseKeyWaitsForAFailure() {
    Backlog backlog = new Backlog("nowhere", "topic", new Backlog.Shape(1, 9, 500, 3, 1));

    assertThat(backlog.heldUp(new UUID(1, 4)::equals))
        .containsExactlyInAnyOrder(new UUID(1, 4), new UUID(1, 7));
    assertThat(backlog.heldUp(id -> false)).isEmpty();
  }
}
