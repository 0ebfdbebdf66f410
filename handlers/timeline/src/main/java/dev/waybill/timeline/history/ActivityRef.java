package dev.waybill.timeline.history;

import java.util.UUID;

/** Which activity, of which tenant. */
public record ActivityRef(String tenant, UUID id) {}
