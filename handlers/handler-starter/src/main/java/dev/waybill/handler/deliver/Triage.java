package dev.waybill.handler.deliver;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.subscription.Subscription.UnsupportedVersion;
import dev.waybill.handler.Message;
import dev.waybill.handler.Processing;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.FailureKind;
import dev.waybill.handler.batch.Step;
import dev.waybill.handler.batch.Verdict;
import dev.waybill.handler.batch.Work;
import dev.waybill.handler.record.Refusal;
import dev.waybill.handler.registry.HandlerDefinition;
import java.util.Optional;

/** Decides from its type what a message needs: a run, a run by itself, or none. Thread-safe. */
public final class Triage {

  private final HandlerDefinition handler;

  public Triage(HandlerDefinition handler) {
    this.handler = handler;
  }

  /** The step for a work whose headers could be read. */
  public Step step(Work work) {
    if (work.replay() != null) {
      return new Step.Replay(work);
    }
    Optional<Verdict> verdict = verdict(work.message());
    if (verdict.isPresent()) {
      return new Step.Settle(work, verdict.get());
    }
    return isSingle(work.message().type()) ? new Step.Keep(work) : new Step.Run(work);
  }

  /** What becomes of a message that is not to be run; empty when it is. */
  public Optional<Verdict> verdict(Message message) {
    MessageType type = message.type();
    if (handler.method(type).isPresent()) {
      return Optional.empty();
    }
    if (handler.subscription().entry(type.name()).isEmpty()) {
      return Optional.of(
          new Verdict.DeadLetter(
              Failure.of(
                  FailureKind.PERMANENT,
                  Refusal.UNKNOWN_TYPE.code(),
                  "handler " + handler.id() + " does not subscribe to " + type)));
    }
    String reason = "handler " + handler.id() + " does not read " + type;
    String code = Refusal.UNSUPPORTED_VERSION.code();
    boolean skips =
        handler.subscription().failing().unsupportedVersion() == UnsupportedVersion.SKIP;
    return Optional.of(
        skips
            ? new Verdict.Skipped(Failure.of(FailureKind.SKIPPED, code, reason))
            : new Verdict.DeadLetter(Failure.of(FailureKind.PERMANENT, code, reason)));
  }

  /** Whether messages of a type are run by themselves, with no transaction open. */
  public boolean isSingle(MessageType type) {
    return handler
        .method(type)
        .filter(method -> method.processing() == Processing.SINGLE)
        .isPresent();
  }
}
