package dev.waybill.cli.plan;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Subscription;
import java.util.List;

/** What would happen to one handler. */
public sealed interface Change {

  HandlerId handler();

  /** A handler that is not there yet. It receives what is staged from its registration on. */
  record Added(Subscription subscription) implements Change {
    @Override
    public HandlerId handler() {
      return subscription.handler();
    }
  }

  /** A handler that is no longer declared. */
  record Removed(Subscription subscription) implements Change {
    @Override
    public HandlerId handler() {
      return subscription.handler();
    }
  }

  /** A handler that is declared differently. */
  record Changed(Subscription from, Subscription to, List<FieldChange> fields) implements Change {

    public Changed {
      fields = List.copyOf(fields);
    }

    @Override
    public HandlerId handler() {
      return to.handler();
    }

    /** Whether a field is among those that change. */
    boolean touches(String field) {
      return fields.stream().anyMatch(change -> change.field().equals(field));
    }
  }
}
