package dev.waybill.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimRequestTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1001})
  void refusesALimitOutOfRange(int limit) {
    assertThatIllegalArgumentException().isThrownBy(() -> ClaimRequest.of("me", LEASE, limit));
  }

  @Test
  void refusesALeaseThatIsOverAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClaimRequest.of("me", Duration.ofNanos(1), 1));
  }

  @Test
  void refusesToClaimForNobody() {
    assertThatIllegalArgumentException().isThrownBy(() -> ClaimRequest.of(" ", LEASE, 1));
  }

  @Test
  void collectsParameters() {
    assertThat(ClaimRequest.of("me", LEASE, 1).with("a", 1).with("b", 2).parameters())
        .isEqualTo(Map.of("a", 1, "b", 2));
  }
}
