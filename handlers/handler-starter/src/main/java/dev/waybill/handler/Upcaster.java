package dev.waybill.handler;

import tools.jackson.databind.node.ObjectNode;

/**
 * A bean that rewrites a payload of one schema version as one of the next, so that a method which
 * handles several versions needs to read the newest only. Used for every method of the application
 * that handles both. It must be a pure function: it runs again at each attempt.
 */
public interface Upcaster {

  /** The type whose payloads it rewrites. */
  String type();

  /** The version that it reads; it writes the one after it. */
  int fromVersion();

  /**
   * The payload as the next version has it.
   *
   * @param payload may be changed in place and returned
   */
  ObjectNode upcast(ObjectNode payload);
}
