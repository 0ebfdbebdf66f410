package dev.waybill.cli.relay;

import java.time.Instant;

/** A row of {@code outbox.relay_action}: what was done beside streaming, and on whose word. */
record RelayAction(
    long id,
    Instant takenAt,
    String actor,
    String source,
    String action,
    String outcome,
    String reason) {}
