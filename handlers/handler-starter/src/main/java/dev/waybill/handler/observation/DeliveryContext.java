package dev.waybill.handler.observation;

import dev.waybill.handler.Delivery;
import dev.waybill.handler.batch.Failure;
import io.micrometer.observation.transport.ReceiverContext;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler's method: what conventions and Micrometer's handlers see of it. Holds
 * nothing of the payload, and of what was thrown only what quotes nothing.
 */
public final class DeliveryContext extends ReceiverContext<DeliveryHeaders> {

  private final Delivery delivery;
  private final String group;
  private @Nullable String errorType;

  /**
   * @param group the consumer group of the handler
   */
  DeliveryContext(Delivery delivery, String group, DeliveryHeaders headers) {
    super(DeliveryHeaders::find);
    this.delivery = delivery;
    this.group = group;
    setCarrier(headers);
  }

  /** What is run. */
  public Delivery delivery() {
    return delivery;
  }

  /** The handler's consumer group. */
  public String group() {
    return group;
  }

  /**
   * What the method threw, in a word that does not change with the message; null when it threw
   * nothing. The inbox may have another code for the run, as {@code too-slow}.
   */
  public @Nullable String errorType() {
    return errorType;
  }

  void failed(Failure failure) {
    errorType = failure.code();
  }
}
