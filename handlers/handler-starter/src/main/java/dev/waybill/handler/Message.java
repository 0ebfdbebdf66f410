package dev.waybill.handler;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the headers say of a message, the same on every copy of it.
 *
 * @param id its identity, the same through every retry and replay
 * @param type its type and schema version
 * @param tenant whose data it is
 * @param orderingKey messages of one key arrive in commit order
 * @param correlationId what caused it; null when nobody said
 * @param committedAt when the writer's transaction committed; null when the sender does not know
 */
public record Message(
    MessageId id,
    MessageType type,
    TenantId tenant,
    OrderingKey orderingKey,
    @Nullable CorrelationId correlationId,
    @Nullable Instant committedAt) {}
