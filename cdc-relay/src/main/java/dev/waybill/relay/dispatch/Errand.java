package dev.waybill.relay.dispatch;

/**
 * Work that the stream does not bring, done in bounded steps between its batches. The dispatch loop
 * is the only caller.
 */
@FunctionalInterface
interface Errand {

  /** Does one step. False when there is nothing to do now, so that the loop may wait. */
  boolean step();

  /** Whether it may publish, and so rests while the relay is paused. */
  default boolean publishes() {
    return true;
  }
}
