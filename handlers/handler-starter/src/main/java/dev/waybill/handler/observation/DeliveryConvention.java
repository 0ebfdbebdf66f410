package dev.waybill.handler.observation;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * Names what is observed of a run. A bean of this type takes the place of {@link
 * DefaultDeliveryConvention}, which it may extend. Called by several threads, twice for each run:
 * at its start and at its end.
 */
public interface DeliveryConvention extends ObservationConvention<DeliveryContext> {

  @Override
  default boolean supportsContext(Observation.Context context) {
    return context instanceof DeliveryContext;
  }
}
