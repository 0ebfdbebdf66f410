package dev.waybill.benchmarks.staging;

/**
 * What one contender did in one leg.
 *
 * @param transactions that committed
 * @param perSecond of them
 * @param walBytes of the whole server while it lasted
 * @param correct whether each transaction left its two rows and its message, and no more
 * @param settled whether every message was marked soon after the end
 */
record Outcome(
    long transactions, double perSecond, long walBytes, boolean correct, boolean settled) {}
