package dev.waybill.handler.deliver;

import dev.waybill.handler.deliver.MethodRunner.Run;

/**
 * Is around each run of a method, on its thread, in a batch as well as by itself. Called by several
 * threads.
 */
@FunctionalInterface
public interface RunWatch {

  /** Watches nothing. */
  RunWatch NONE = (run, method) -> method.run();

  /**
   * Calls the method once. What the method throws comes out as it is; nothing else does.
   *
   * @param method also writes what the handler left in memory
   */
  void around(Run run, Runnable method);
}
