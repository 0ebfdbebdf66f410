package dev.waybill.lab.soak;

/**
 * What a soak does.
 *
 * @param kills how often the relay or the handler is killed
 * @param rate messages per second, all writers together
 * @param seed decides what is written, and who is killed when
 */
record SoakPlan(int kills, int rate, long seed) {}
