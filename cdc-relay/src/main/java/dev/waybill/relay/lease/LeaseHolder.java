package dev.waybill.relay.lease;

import java.time.Instant;

/** Who holds a lease that was refused, and until when unless it is renewed. */
public record LeaseHolder(String owner, Instant expiresAt) {}
