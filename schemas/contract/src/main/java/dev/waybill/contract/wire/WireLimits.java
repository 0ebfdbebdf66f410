package dev.waybill.contract.wire;

/** How large what is sent may be, in bytes, whatever the topics take. */
public final class WireLimits {

  /** The largest record that a relay or a handler sends, with all that Kafka counts around it. */
  public static final int MAX_REQUEST_BYTES = 32 * 1024 * 1024;

  /**
   * The largest message that a writer may stage, counted with key and headers. The megabyte that is
   * left is more than each hop's headers, those of a dead letter, the record's batch and the frame
   * of a compression take together.
   */
  public static final int MAX_MESSAGE_BYTES = 31 * 1024 * 1024;

  private WireLimits() {}
}
