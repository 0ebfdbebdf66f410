package dev.waybill.contract.subscription;

import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.Visibility;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One handler's subscription: its topic, how the topic is laid out, and the types it receives.
 *
 * @param owner the team that answers for the handler
 * @param topic where its copies go
 * @param layout partitions and ordering of the topic
 * @param clearance the most restricted visibility the handler may see
 * @param failing what follows when a delivery cannot succeed
 */
public record Subscription(
    HandlerId handler,
    String owner,
    String topic,
    Layout layout,
    Status status,
    Visibility clearance,
    Failing failing,
    List<Entry> entries) {

  public Subscription {
    entries = List.copyOf(entries);
  }

  /** A subscription whose failing deliveries are treated as is the default. */
  public Subscription(
      HandlerId handler,
      String owner,
      String topic,
      Layout layout,
      Status status,
      Visibility clearance,
      List<Entry> entries) {
    this(handler, owner, topic, layout, status, clearance, Failing.DEFAULT, entries);
  }

  /** The entry for a type, if the handler subscribes to it. */
  public Optional<Entry> entry(String type) {
    return entries.stream().filter(entry -> entry.type().equals(type)).findFirst();
  }

  /**
   * How a topic is laid out. The partition count is raised only after a drain, since a new
   * partition would let later messages of a key overtake earlier ones.
   */
  public record Layout(int partitions, Ordering ordering) {

    /** Most partitions that a subscription may ask for. */
    public static final int MAX_PARTITIONS = 1_000;

    /**
     * @throws IllegalArgumentException when the count is out of range
     */
    public Layout {
      if (partitions < 1 || partitions > MAX_PARTITIONS) {
        throw new IllegalArgumentException(
            "partitions is " + partitions + ", not between 1 and " + MAX_PARTITIONS);
      }
    }
  }

  /** A type with the versions that the handler can read. */
  public record Entry(String type, SortedSet<Integer> versions) {

    /**
     * @throws IllegalArgumentException when the name is malformed or no version is named
     */
    public Entry {
      MessageType.requireName(type);
      versions = new TreeSet<>(versions);
      if (versions.isEmpty() || versions.first() < 1) {
        throw new IllegalArgumentException("versions of " + type + " must be 1 or more, each >= 1");
      }
    }
  }

  /**
   * What follows when a delivery cannot succeed.
   *
   * @param afterDeadLetter what becomes of later messages of a dead one's ordering key
   * @param unsupportedVersion what becomes of a message whose version the handler cannot read
   */
  public record Failing(AfterDeadLetter afterDeadLetter, UnsupportedVersion unsupportedVersion) {

    /** Later messages of the key wait; what cannot be read is a dead letter. */
    public static final Failing DEFAULT =
        new Failing(AfterDeadLetter.HOLD, UnsupportedVersion.DEAD_LETTER);
  }

  /** What becomes of the messages of an ordering key that come after a dead one. */
  public enum AfterDeadLetter {
    /** They wait until it is replayed or resolved. */
    HOLD,
    /** They are handled; a replay of the dead one comes after them. */
    CONTINUE
  }

  /** What becomes of a message whose version the handler cannot read. */
  public enum UnsupportedVersion {
    DEAD_LETTER,
    /** It is recorded as skipped. */
    SKIP
  }
}
