package dev.waybill.local.history;

/**
 * What a topic holds, compared with what was committed.
 *
 * @param records how many records it holds
 * @param lost committed messages that it does not hold
 * @param doubled records whose message it held already
 * @param ghosts records whose message was never committed
 * @param reordered records that come after a later one of their key, or in another partition
 * @param late records that come after a later one of their key, which they were allowed to and say
 */
public record TopicHistory(
    String topic,
    long records,
    Finding lost,
    Finding doubled,
    Finding ghosts,
    Finding reordered,
    long late) {

  /** Whether nothing at all is wrong. */
  public boolean clean() {
    return lost.none() && doubled.none() && ghosts.none() && reordered.none();
  }
}
