package dev.waybill.lab.soak;

import dev.waybill.lab.fault.Fault;
import dev.waybill.lab.fault.FaultDeck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What a soak does.
 *
 * @param faults what strikes, in this order
 * @param rate messages per second, all writers together
 * @param seed decides what is written, which faults strike, and when
 */
record SoakPlan(List<Fault> faults, int rate, long seed) {

  /**
   * Deals faults of all kinds, and kills between them.
   *
   * @param longest how long a freeze or a black hole lasts at most
   */
  static SoakPlan deal(int faults, int kills, Duration longest, int rate, long seed) {
    List<Fault> dealt = new ArrayList<>(FaultDeck.FAULTS.deal(faults, longest, seed));
    if (kills > 0) {
      dealt.addAll(FaultDeck.KILLS.deal(kills, longest, seed));
      Collections.shuffle(dealt, new Random(seed));
    }
    return new SoakPlan(List.copyOf(dealt), rate, seed);
  }
}
