package dev.waybill.outbox.inprocess;

import dev.waybill.contract.message.MessageId;
import dev.waybill.outbox.DurableMessage;
import dev.waybill.outbox.MessageIds;
import dev.waybill.outbox.Operation;
import dev.waybill.outbox.Outbox;
import dev.waybill.outbox.StagedOperation;
import dev.waybill.outbox.aftercommit.CommitAction;
import dev.waybill.outbox.refused.InProcessForbiddenException;
import dev.waybill.outbox.refused.NoConsumerException;
import dev.waybill.outbox.staging.MessagePreparation;
import dev.waybill.outbox.table.CurrentTransaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Sends each message one way: to consumers in this process after the commit, when they take its
 * type, and else to the outbox. There is no other entry to either, so none goes both ways. Checks
 * are the same for both.
 */
public final class InProcessOutbox implements Outbox {

  private final CurrentTransaction transaction;
  private final MessageIds ids;
  private final MessagePreparation preparation;
  private final InProcessConsumers consumers;
  private final Supplier<Map<String, Set<String>>> subscribers;
  private final Outbox outbox;

  /**
   * @param subscribers the handlers of each type, as of now: such a type must not pass them by
   * @param outbox what stages the other types
   */
  public InProcessOutbox(
      CurrentTransaction transaction,
      MessageIds ids,
      MessagePreparation preparation,
      InProcessConsumers consumers,
      Supplier<Map<String, Set<String>>> subscribers,
      Outbox outbox) {
    this.transaction = transaction;
    this.ids = ids;
    this.preparation = preparation;
    this.consumers = consumers;
    this.subscribers = subscribers;
    this.outbox = outbox;
  }

  @Override
  public MessageId stage(DurableMessage message) {
    return stageAll(List.of(message)).get(0);
  }

  @Override
  public List<MessageId> stageAll(List<? extends DurableMessage> messages) {
    transaction.require();
    List<InProcessMessage> here = prepare(messages);
    Iterator<MessageId> staged = outbox.stageAll(staged(messages)).iterator();
    Iterator<InProcessMessage> published = here.iterator();
    List<MessageId> all = new ArrayList<>(messages.size());
    for (DurableMessage message : messages) {
      all.add(isTaken(message) ? published.next().id() : staged.next());
    }
    here.forEach(this::publishAfterCommit);
    return List.copyOf(all);
  }

  /**
   * The operation is on record also when all its messages go to consumers, which get those of a
   * repeat no more. The result names what was staged; of what went to consumers nothing is on
   * record.
   */
  @Override
  public StagedOperation stageOnce(Operation operation, List<? extends DurableMessage> messages) {
    transaction.require();
    MessagePreparation.requireTenantOf(operation, messages);
    List<InProcessMessage> here = prepare(messages);
    StagedOperation staged = outbox.stageOnce(operation, staged(messages));
    if (!staged.repeated()) {
      here.forEach(this::publishAfterCommit);
    }
    return staged;
  }

  /** Asks once for the subscribers of all of them. */
  private List<InProcessMessage> prepare(List<? extends DurableMessage> messages) {
    List<? extends DurableMessage> taken = messages.stream().filter(this::isTaken).toList();
    if (taken.isEmpty()) {
      return List.of();
    }
    Map<String, Set<String>> handlers = subscribers.get();
    List<InProcessMessage> here = new ArrayList<>(taken.size());
    for (DurableMessage message : taken) {
      here.add(prepare(message, handlers.getOrDefault(message.type().name(), Set.of())));
    }
    return here;
  }

  private InProcessMessage prepare(DurableMessage message, Set<String> handlers) {
    if (!handlers.isEmpty()) {
      throw new InProcessForbiddenException(message.type(), String.join(", ", handlers));
    }
    if (consumers.of(message.type().name()).isEmpty()) {
      throw new NoConsumerException(message.type());
    }
    MessageId id = ids.next();
    preparation.prepare(id, message);
    return new InProcessMessage(id, message);
  }

  private List<DurableMessage> staged(List<? extends DurableMessage> messages) {
    List<DurableMessage> staged = new ArrayList<>(messages.size());
    for (DurableMessage message : messages) {
      if (!isTaken(message)) {
        staged.add(message);
      }
    }
    return staged;
  }

  private boolean isTaken(DurableMessage message) {
    return consumers.take(message.type().name());
  }

  private void publishAfterCommit(InProcessMessage message) {
    String type = message.message().type().name();
    for (InProcessConsumer consumer : consumers.of(type)) {
      CommitAction.afterCommit(
          "in-process consumer " + consumer.id() + " of " + type, () -> consumer.accept(message));
    }
  }
}
