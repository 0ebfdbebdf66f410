package dev.waybill.lab.soak;

/**
 * What a soak does.
 *
 * @param kills how often the relay is killed
 * @param rate messages per second, all writers together
 * @param seed decides what is written and when the relay is killed
 */
record SoakPlan(int kills, int rate, long seed) {}
