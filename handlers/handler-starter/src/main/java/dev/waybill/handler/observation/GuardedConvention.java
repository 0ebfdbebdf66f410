package dev.waybill.handler.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An application's convention; where it fails, the default one answers. Otherwise an observation
 * that cannot be named at its end would never end: Micrometer asks before it tells its observers.
 */
final class GuardedConvention implements DeliveryConvention {

  private static final DeliveryConvention DEFAULT = new DefaultDeliveryConvention();

  private final DeliveryConvention own;
  private final Consumer<Throwable> complaint;

  /**
   * @param complaint told of each failure
   */
  GuardedConvention(DeliveryConvention own, Consumer<Throwable> complaint) {
    this.own = own;
    this.complaint = complaint;
  }

  @Override
  public @Nullable String getName() {
    return ask(DeliveryConvention::getName);
  }

  @Override
  public @Nullable String getContextualName(DeliveryContext context) {
    return ask(convention -> convention.getContextualName(context));
  }

  @Override
  public KeyValues getLowCardinalityKeyValues(DeliveryContext context) {
    return ask(convention -> convention.getLowCardinalityKeyValues(context));
  }

  @Override
  public KeyValues getHighCardinalityKeyValues(DeliveryContext context) {
    return ask(convention -> convention.getHighCardinalityKeyValues(context));
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return own.supportsContext(context);
  }

  private <T extends @Nullable Object> T ask(Function<DeliveryConvention, T> question) {
    try {
      return question.apply(own);
    } catch (RuntimeException | LinkageError | AssertionError e) {
      complaint.accept(e);
      return question.apply(DEFAULT);
    }
  }
}
