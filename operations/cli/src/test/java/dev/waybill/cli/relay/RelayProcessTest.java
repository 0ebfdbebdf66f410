package dev.waybill.cli.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RelayProcessTest {

  @Test
  void doesNotPassForOneThatStreamsWhenItHasLongBeenSilent() {
    assertThat(new RelayProcess("relay-1", "streaming", 29).describe()).isEqualTo("streaming");
    assertThat(new RelayProcess("relay-1", "streaming", 1_471).describe())
        .isEqualTo("gone, was streaming");
  }
}
