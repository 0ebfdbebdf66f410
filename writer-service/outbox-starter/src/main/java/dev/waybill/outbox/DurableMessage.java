package dev.waybill.outbox;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.message.Visibility;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message that must not be lost, ready to be staged. Immutable. One subtype for each kind; the
 * payload is JSON text and travels byte for byte.
 */
public abstract sealed class DurableMessage
    permits IntegrationEvent, JourneyStepCommand, ProviderSideEffect {

  private final MessageType type;
  private final @Nullable String tenant;
  private final Aggregate aggregate;
  private final OrderingKey orderingKey;
  private final @Nullable Instant occurredAt;
  private final String payload;
  private final Visibility visibility;
  private final Origin origin;

  DurableMessage(Builder<?> builder) {
    this.type = builder.type;
    this.tenant = builder.tenant;
    this.aggregate = require(builder.aggregate, "aggregate");
    this.orderingKey =
        builder.orderingKey != null ? builder.orderingKey : defaultKey(this.aggregate);
    this.occurredAt = builder.occurredAt;
    this.payload = require(builder.payload, "payload");
    this.visibility = require(builder.visibility, "visibility");
    this.origin = builder.origin;
  }

  /** An event of this type and schema version. */
  public static IntegrationEvent.Builder integrationEvent(String type, int version) {
    return new IntegrationEvent.Builder(new MessageType(type, version));
  }

  /** A command of this type and schema version, to the service that owns the next step. */
  public static JourneyStepCommand.Builder journeyStepCommand(String type, int version) {
    return new JourneyStepCommand.Builder(new MessageType(type, version));
  }

  /** A call of this type and schema version, to be made by the integration that owns a provider. */
  public static ProviderSideEffect.Builder providerSideEffect(String type, int version) {
    return new ProviderSideEffect.Builder(new MessageType(type, version));
  }

  /** Which kind it is, and so how it travels. */
  public abstract MessageKind kind();

  public final MessageType type() {
    return type;
  }

  /** The tenant whose data it is; staging refuses a message without one. */
  public final Optional<String> tenant() {
    return Optional.ofNullable(tenant);
  }

  public final Aggregate aggregate() {
    return aggregate;
  }

  public final OrderingKey orderingKey() {
    return orderingKey;
  }

  /** When it happened, when that is another time than that of staging. */
  public final Optional<Instant> occurredAt() {
    return Optional.ofNullable(occurredAt);
  }

  /** JSON text. */
  public final String payload() {
    return payload;
  }

  public final Visibility visibility() {
    return visibility;
  }

  public final Origin origin() {
    return origin;
  }

  /** Names the message without its payload, which may be personal. */
  @Override
  public final String toString() {
    return type + " of " + aggregate.type() + " " + aggregate.id();
  }

  private static OrderingKey defaultKey(Aggregate aggregate) {
    return new OrderingKey(aggregate.type() + ":" + aggregate.id());
  }

  private static <T> T require(@Nullable T value, String field) {
    if (value == null) {
      throw new IllegalStateException("the message has no " + field + ": set it before build()");
    }
    return value;
  }

  /**
   * Collects the parts that every kind has. Not thread-safe.
   *
   * @param <B> the builder of the kind
   */
  public abstract static sealed class Builder<B extends Builder<B>>
      permits IntegrationEvent.Builder, JourneyStepCommand.Builder, ProviderSideEffect.Builder {

    /** One of its own, since an application's settings must not change a contract. */
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final MessageType type;
    private @Nullable String tenant;
    private @Nullable Aggregate aggregate;
    private @Nullable OrderingKey orderingKey;
    private @Nullable Instant occurredAt;
    private @Nullable String payload;
    private Visibility visibility = Visibility.PUBLIC;
    private Origin origin = Origin.UNKNOWN;

    Builder(MessageType type) {
      this.type = type;
    }

    abstract B self();

    public final B tenant(@Nullable String tenant) {
      this.tenant = tenant;
      return self();
    }

    /** The thing that changed, with its version after the change. */
    public final B aggregate(String aggregateType, String id, long version) {
      this.aggregate = new Aggregate(aggregateType, id, version);
      return self();
    }

    /** The messages that must stay in order among each other; by default those of the aggregate. */
    public final B orderingKey(String key) {
      this.orderingKey = new OrderingKey(key);
      return self();
    }

    /** When it happened; by default when it is staged. Kept to the microsecond. */
    public final B occurredAt(Instant instant) {
      this.occurredAt = instant;
      return self();
    }

    /** The payload as JSON text, sent exactly so. */
    public final B payloadJson(String json) {
      this.payload = Objects.requireNonNull(json);
      return self();
    }

    /**
     * The payload as an object, rendered now by Jackson's defaults: a {@link java.math.BigDecimal}
     * keeps each of its digits, also zeros at the end.
     *
     * @throws tools.jackson.core.JacksonException when it cannot be rendered
     */
    public final B payload(Object value) {
      this.payload = JSON.writeValueAsString(value);
      return self();
    }

    /** Which clearance a handler needs; by default everybody may see it. */
    public final B visibility(Visibility visibility) {
      this.visibility = visibility;
      return self();
    }

    public final B correlationId(@Nullable String id) {
      this.origin = new Origin(id, origin.causationId(), origin.traceparent());
      return self();
    }

    public final B causationId(@Nullable String id) {
      this.origin = new Origin(origin.correlationId(), id, origin.traceparent());
      return self();
    }

    public final B traceparent(@Nullable String traceparent) {
      this.origin = new Origin(origin.correlationId(), origin.causationId(), traceparent);
      return self();
    }
  }
}
