package dev.waybill.outbox.inprocess;

import java.util.Set;

/**
 * Takes messages inside the process that would have staged them: in tests and isolated runs, and
 * where it is on the allow-list {@code waybill.outbox.in-process.allow} until a handler replaces
 * it. It has none of a handler's guarantees: a message that is lost or fails does not come again.
 */
public interface InProcessConsumer {

  /** What it is called on the allow-list; stable, and no other consumer has it. */
  String id();

  /** The names of the types that it takes. None of them is staged while it may take them. */
  Set<String> types();

  /**
   * Takes a message whose transaction has committed, in the thread that committed it. May be called
   * by many threads at once. What it throws is logged and reaches nobody.
   */
  void accept(InProcessMessage message);
}
