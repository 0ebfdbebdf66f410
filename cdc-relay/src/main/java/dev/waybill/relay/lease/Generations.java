package dev.waybill.relay.lease;

/**
 * Which transactional ids of a relay matter.
 *
 * @param oldest the oldest that was left behind and has not been fenced yet; {@code current} when
 *     there is none
 * @param current the one in use
 */
public record Generations(int oldest, int current) {

  /** The transactional id of a generation. The first is the relay's own. */
  public static String id(String base, int generation) {
    return generation == 0 ? base : base + "." + generation;
  }
}
