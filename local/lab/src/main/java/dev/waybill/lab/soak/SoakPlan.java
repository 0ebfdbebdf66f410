package dev.waybill.lab.soak;

import dev.waybill.lab.fault.FaultDeck;
import java.time.Duration;

/**
 * What a soak does.
 *
 * @param deck which faults strike
 * @param faults how many faults strike
 * @param longest how long a freeze or a black hole lasts at most
 * @param rate messages per second, all writers together
 * @param seed decides what is written, which faults strike, and when
 */
record SoakPlan(FaultDeck deck, int faults, Duration longest, int rate, long seed) {}
