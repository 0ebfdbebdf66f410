package dev.waybill.lab.effects;

import dev.waybill.contract.wire.WirePartitioner;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Lets one message in so many fail once in the life of this process: for a given number always the
 * same ones, spread over all keys. For one thread.
 */
public final class Mishaps {
  private final int oneIn;
  private final Set<UUID> struck = new HashSet<>();

  /**
   * @param oneIn 0 for none
   */
  Mishaps(int oneIn) {
    this.oneIn = oneIn;
  }

  /** Whether a message fails the first time. */
  public static boolean befall(UUID message, int oneIn) {
    return oneIn > 0 && WirePartitioner.partition(message.toString(), oneIn) == 0;
  }

  /**
   * Lets the message pass, if it is not one of those or has failed already.
   *
   * @throws IllegalStateException if it is to fail now
   */
  void pass(UUID message) {
    if (befall(message, oneIn) && struck.add(message)) {
      throw new IllegalStateException("fails the first time");
    }
  }
}
