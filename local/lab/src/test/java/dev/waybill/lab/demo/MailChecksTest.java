package dev.waybill.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MailChecksTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID TWO = new UUID(0, 2);

  @Test
  void holdWhenEachMessageWasMailedOnce() {
    List<Check> checks = checks(Map.of(ONE, 1, TWO, 1), ONE, TWO);

    assertThat(checks).extracting(Check::held).containsExactly(true, true, true);
    assertThat(checks)
        .extracting(Check::claim)
        .containsExactly(
            "all 2 messages mailed",
            "none of them mailed twice",
            "no mail that tells of nothing committed");
  }

  @Test
  void failWhenAMailIsMissing() {
    assertThat(checks(Map.of(ONE, 1, TWO, 1), TWO))
        .extracting(Check::held)
        .containsExactly(false, true, true);
  }

  /** Nobody can know whether the mail of a run that died was sent, so it is sent again. */
  @Test
  void allowASecondMailOnlyToASecondAttempt() {
    List<Check> checks = checks(Map.of(ONE, 1, TWO, 2), ONE, TWO, TWO);

    assertThat(checks).extracting(Check::held).containsExactly(true, true, true);
    assertThat(checks.get(1).claim())
        .startsWith("none of them mailed twice, but 1, each under its one");
    assertThat(checks(Map.of(ONE, 2, TWO, 1), ONE, TWO, TWO))
        .extracting(Check::held)
        .containsExactly(true, false, true);
    assertThat(checks(Map.of(ONE, 2, TWO, 2), ONE, TWO))
        .as("an attempt that died before its mail")
        .extracting(Check::held)
        .containsExactly(true, true, true);
  }

  @Test
  void failOnAMailOfNoMessage() {
    assertThat(checks(Map.of(ONE, 1, TWO, 1), ONE, TWO, new UUID(0, 3)))
        .extracting(Check::held)
        .containsExactly(true, true, false);
  }

  private static List<Check> checks(Map<UUID, Integer> attempts, UUID... mailed) {
    return new MailChecks(
            Set.of(ONE, TWO), attempts, List.of(mailed).stream().map(UUID::toString).toList())
        .all();
  }
}
