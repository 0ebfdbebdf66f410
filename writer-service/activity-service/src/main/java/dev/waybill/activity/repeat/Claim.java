package dev.waybill.activity.repeat;

import dev.waybill.access.TenantId;

/**
 * A request under a key. Keys of two tenants have nothing to do with each other, or one could learn
 * of the other's.
 *
 * @param fingerprint the same for the same request of the same user, and for no other
 */
public record Claim(TenantId tenant, IdempotencyKey key, String fingerprint) {}
