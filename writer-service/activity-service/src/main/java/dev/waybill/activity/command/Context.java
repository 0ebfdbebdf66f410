package dev.waybill.activity.command;

import dev.waybill.access.Caller;
import dev.waybill.activity.repeat.IdempotencyKey;
import dev.waybill.outbox.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Around a command.
 *
 * @param origin what caused it, for tracing
 * @param key what the caller calls the request; absent: sent again it is another request
 */
public record Context(Caller caller, Origin origin, @Nullable IdempotencyKey key) {}
