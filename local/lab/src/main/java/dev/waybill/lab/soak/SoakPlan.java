package dev.waybill.lab.soak;

import java.time.Duration;

/**
 * What a soak does.
 *
 * @param faults how many faults strike
 * @param longest how long a freeze or a black hole lasts at most
 * @param rate messages per second, all writers together
 * @param seed decides what is written, which faults strike, and when
 */
record SoakPlan(int faults, Duration longest, int rate, long seed) {}
