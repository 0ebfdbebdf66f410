package dev.waybill.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.fault.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoakPlanTest {

  @Test
  void mixesKillsWithEveryKindOfFault() {
    List<String> kinds = kinds(10, 4, 7);
    assertThat(kinds).hasSize(14);
    assertThat(kinds.stream().distinct()).hasSize(10);
    assertThat(kinds.stream().filter(kind -> kind.startsWith("kill-"))).hasSize(6);
    assertThat(kinds).isEqualTo(kinds(10, 4, 7)).isNotEqualTo(kinds(10, 4, 8));
  }

  @Test
  void letsKillsAloneStrike() {
    assertThat(kinds(0, 6, 7)).hasSize(6).allMatch(kind -> kind.startsWith("kill-"));
  }

  private static List<String> kinds(int faults, int kills, long seed) {
    return SoakPlan.deal(faults, kills, Duration.ofSeconds(9), 1000, seed).faults().stream()
        .map(Fault::kind)
        .toList();
  }
}
