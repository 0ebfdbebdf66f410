package dev.waybill.handler.observation;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.Message;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;

/**
 * OpenTelemetry's names for the processing of one message. Its name is not {@code
 * messaging.process.duration}, which is a meter with other labels.
 */
public class DefaultDeliveryConvention implements DeliveryConvention {

  static final String NAME = "waybill.handler.process";
  private static final String PROCESS = "process";

  private static final KeyValue SYSTEM = DeliveryKey.SYSTEM.of("kafka");
  private static final KeyValue OPERATION_NAME = DeliveryKey.OPERATION_NAME.of(PROCESS);
  private static final KeyValue OPERATION_TYPE = DeliveryKey.OPERATION_TYPE.of(PROCESS);
  private static final KeyValue NO_ERROR = DeliveryKey.ERROR_TYPE.of(KeyValue.NONE_VALUE);

  @Override
  public String getName() {
    return NAME;
  }

  @Override
  public String getContextualName(DeliveryContext context) {
    return PROCESS + " " + context.delivery().position().topic();
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(DeliveryContext context) {
    Delivery delivery = context.delivery();
    String error = context.errorType();
    return KeyValues.of(
        SYSTEM,
        OPERATION_NAME,
        OPERATION_TYPE,
        DeliveryKey.DESTINATION.of(delivery.position().topic()),
        DeliveryKey.GROUP.of(context.group()),
        DeliveryKey.MESSAGE_TYPE.of(delivery.type().name()),
        error == null ? NO_ERROR : DeliveryKey.ERROR_TYPE.of(error));
  }

  @Override
  public KeyValues getHighCardinalityKeyValues(DeliveryContext context) {
    Delivery delivery = context.delivery();
    Message message = delivery.message();
    KeyValues values =
        KeyValues.of(
            DeliveryKey.MESSAGE_ID.of(message.id().toString()),
            DeliveryKey.PARTITION.of(Integer.toString(delivery.position().partition())),
            DeliveryKey.OFFSET.of(Long.toString(delivery.position().offset())),
            DeliveryKey.ORDERING_KEY.of(message.orderingKey().toString()),
            DeliveryKey.ATTEMPT.of(Integer.toString(delivery.attempt())),
            DeliveryKey.REPLAY.of(Boolean.toString(delivery.replay())));
    return message.correlationId() == null
        ? values
        : values.and(DeliveryKey.CONVERSATION_ID.of(message.correlationId().value()));
  }
}
