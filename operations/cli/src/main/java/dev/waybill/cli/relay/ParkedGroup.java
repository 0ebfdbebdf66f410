package dev.waybill.cli.relay;

import java.time.Instant;

/**
 * Unfinished parked messages of one handler, state and code.
 *
 * @param oldest when the first of them was parked
 * @param ageSeconds of the oldest, by the database's clock
 */
record ParkedGroup(
    String handler, String state, String code, long messages, Instant oldest, double ageSeconds) {}
