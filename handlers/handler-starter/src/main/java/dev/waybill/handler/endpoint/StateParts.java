package dev.waybill.handler.endpoint;

import dev.waybill.handler.state.DeliveryState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a state has, side by side for an answer. */
record StateParts(
    @Nullable Instant nextAttemptAt,
    @Nullable String processedBy,
    @Nullable Instant leaseExpiresAt,
    @Nullable Instant endedAt) {

  private static final StateParts NOTHING = new StateParts(null, null, null, null);
  private static final Parts PARTS = new Parts();

  static StateParts of(DeliveryState state) {
    return state.fold(PARTS);
  }

  private static StateParts next(Instant at) {
    return new StateParts(at, null, null, null);
  }

  private static StateParts ended(Instant at) {
    return new StateParts(null, null, null, at);
  }

  private static final class Parts implements DeliveryState.Cases<StateParts> {

    @Override
    public StateParts pending(DeliveryState.Pending state) {
      return next(state.nextAttemptAt());
    }

    @Override
    public StateParts waiting(DeliveryState.Waiting state) {
      return NOTHING;
    }

    @Override
    public StateParts processing(DeliveryState.Processing state) {
      return new StateParts(null, state.lease().owner(), state.lease().expiresAt(), null);
    }

    @Override
    public StateParts retryScheduled(DeliveryState.RetryScheduled state) {
      return next(state.nextAttemptAt());
    }

    @Override
    public StateParts completed(DeliveryState.Completed state) {
      return ended(state.at());
    }

    @Override
    public StateParts skipped(DeliveryState.SkippedUnsupportedVersion state) {
      return ended(state.at());
    }

    @Override
    public StateParts ignored(DeliveryState.Ignored state) {
      return ended(state.at());
    }

    @Override
    public StateParts deadLetter(DeliveryState.DeadLetter state) {
      return ended(state.at());
    }
  }
}
