package dev.waybill.handler.desk;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.contract.subscription.Ordering;
import dev.waybill.contract.subscription.Subscription.AfterDeadLetter;
import dev.waybill.handler.desk.RefusedRequestException.Kind;
import dev.waybill.handler.inbox.Inbox;
import dev.waybill.handler.registry.HandlerDefinition;
import java.util.List;
import java.util.function.Supplier;

/** The handlers of this service. What its database has of others is not spoken of. Thread-safe. */
public final class ServiceHandlers {

  private final Supplier<List<HandlerDefinition>> handlers;

  /**
   * @param handlers asked each time, since they are found after everything else is made
   */
  public ServiceHandlers(Supplier<List<HandlerDefinition>> handlers) {
    this.handlers = handlers;
  }

  public List<HandlerDefinition> all() {
    return handlers.get();
  }

  List<HandlerId> ids() {
    return all().stream().map(HandlerDefinition::id).toList();
  }

  /**
   * The handler of that name.
   *
   * @throws RefusedRequestException when there is none; names those that there are
   */
  public HandlerDefinition require(String name) {
    return all().stream()
        .filter(handler -> handler.id().value().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedRequestException(
                    Kind.UNKNOWN_HANDLER,
                    "This service has no handler of that name.",
                    "Name one of " + ids() + "."));
  }

  /** Its part of the inbox. */
  public static Inbox inbox(HandlerDefinition handler) {
    return new Inbox(
        handler.id(),
        handler.subscription().layout().ordering() == Ordering.KEY,
        handler.subscription().failing().afterDeadLetter() == AfterDeadLetter.HOLD);
  }
}
