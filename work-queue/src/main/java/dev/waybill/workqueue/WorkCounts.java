package dev.waybill.workqueue;

import java.time.Duration;

/**
 * What a table held at one moment of the database's clock.
 *
 * @param pending neither claimed nor ended, waiting ones included
 * @param waiting those of them that entered behind another row of their group
 * @param due those of {@code pending} whose time has come, also behind an unfinished row
 * @param processing claimed under a lease that holds
 * @param expired claimed under a lease that does not: eligible again
 * @param oldestDueAge how long the longest due row is due; zero when none is
 */
public record WorkCounts(
    long pending, long waiting, long due, long processing, long expired, Duration oldestDueAge) {}
