package dev.waybill.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OriginScopeTest {

  @Test
  void fillsInWhatAnInnerScopeLeavesOutAndGoesBackWhenItCloses() {
    assertThat(OriginScope.current()).isEqualTo(Origin.UNKNOWN);
    try (OriginScope request = OriginScope.open(new Origin("request", null, "trace"))) {
      try (OriginScope message = OriginScope.open(new Origin("", "message", null))) {
        assertThat(OriginScope.current()).isEqualTo(new Origin("request", "message", "trace"));
      }
      assertThat(OriginScope.current()).isEqualTo(new Origin("request", null, "trace"));
    }
    assertThat(OriginScope.current()).isEqualTo(Origin.UNKNOWN);
  }

  @Test
  void belongsToItsThread() throws InterruptedException {
    Origin[] elsewhere = new Origin[1];
    try (OriginScope scope = OriginScope.open(new Origin("request", null, null))) {
      Thread other = new Thread(() -> elsewhere[0] = OriginScope.current());
      other.start();
      other.join();
    }

    assertThat(elsewhere[0]).isEqualTo(Origin.UNKNOWN);
  }
}
