package dev.waybill.handler.observation;

import io.micrometer.common.KeyValue;
import io.micrometer.common.docs.KeyName;

/**
 * What is said of each run; the reference page is made from it. Names that begin with {@code
 * messaging.} or {@code error.} are OpenTelemetry's.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/">Semantic
 *     conventions for messaging spans</a>
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/messaging/kafka/">the same for
 *     Kafka</a>
 */
public enum DeliveryKey implements KeyName {
  /** Always kafka. */
  SYSTEM("messaging.system", Cardinality.LOW, "`kafka`"),
  /** Always process. */
  OPERATION_NAME("messaging.operation.name", Cardinality.LOW, "`process`"),
  /** Always process. */
  OPERATION_TYPE("messaging.operation.type", Cardinality.LOW, "`process`"),
  /** The topic. */
  DESTINATION("messaging.destination.name", Cardinality.LOW, "the handler's topic"),
  /** The group. */
  GROUP("messaging.consumer.group.name", Cardinality.LOW, "the handler's group"),
  /** The type without its version. */
  MESSAGE_TYPE("waybill.message.type", Cardinality.LOW, "type of the message, without its version"),
  /** Of what the method threw; the inbox may know more. */
  ERROR_TYPE(
      "error.type",
      Cardinality.LOW,
      "what the method threw: the class of its innermost cause, or the code of a"
          + " `DeadLetterException`; `none` when it threw nothing"),
  /** The same through every retry and replay. */
  MESSAGE_ID("messaging.message.id", Cardinality.HIGH, "id of the message"),
  /** Left out when nobody said one. */
  CONVERSATION_ID(
      "messaging.message.conversation_id",
      Cardinality.HIGH,
      "its correlation id; left out when it has none"),
  /** As text. */
  PARTITION("messaging.destination.partition.id", Cardinality.HIGH, "partition of this copy"),
  /** In that partition. */
  OFFSET("messaging.kafka.offset", Cardinality.HIGH, "offset of this copy"),
  /** What it is ordered by. */
  ORDERING_KEY("waybill.message.ordering_key", Cardinality.HIGH, "its ordering key"),
  /** From 1. */
  ATTEMPT("waybill.delivery.attempt", Cardinality.HIGH, "number of the attempt, from 1"),
  /** Whether somebody sent it again. */
  REPLAY("waybill.delivery.replay", Cardinality.HIGH, "`true` when somebody sent it again");

  private final String key;
  private final Cardinality cardinality;
  private final String meaning;

  DeliveryKey(String key, Cardinality cardinality, String meaning) {
    this.key = key;
    this.cardinality = cardinality;
    this.meaning = meaning;
  }

  /** How many values there may be. */
  enum Cardinality {
    /** Few: on spans and on the timer. */
    LOW,
    /** Any number: on spans alone. */
    HIGH
  }

  @Override
  public String asString() {
    return key;
  }

  /** The key with its value. */
  public KeyValue of(String value) {
    return KeyValue.of(key, value);
  }

  Cardinality cardinality() {
    return cardinality;
  }

  String meaning() {
    return meaning;
  }
}
