package dev.waybill.workqueue;

import java.time.Instant;

/**
 * A row that is ours to work on until the lease expires or is renewed. What is recorded names the
 * owner and the fencing value, so a claim that another one followed changes nothing.
 *
 * @param fencingValue higher than that of every earlier claim of the row
 * @param attempt the number of this attempt, from 1; check it against the retry policy before the
 *     work begins, since attempts that began and were lost with their process count as well; one
 *     that was lost before {@link WorkQueue#start} does not
 * @param leaseExpiresAt on the database's clock
 */
public record Claim(
    WorkKey key, String owner, long fencingValue, int attempt, Instant leaseExpiresAt) {}
