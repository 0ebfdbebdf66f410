package dev.waybill.contract.wire;

/** The names of topics. The prefix is a setting, {@value #DEFAULT_PREFIX} by default. */
public record TopicNames(String prefix) {

  /** The prefix where none is set. */
  public static final String DEFAULT_PREFIX = "waybill";

  /** Suffix of the topic that holds a topic's dead letters. */
  public static final String DEAD_LETTER_SUFFIX = ".dlt";

  /** The topic of a handler whose subscription names no other. */
  public String handler(String handler) {
    return prefix + "." + handler;
  }

  /** The compacted topic in which a relay records each batch, inside the batch's transaction. */
  public String ledger(String relay) {
    return prefix + ".internal." + relay + ".ledger";
  }

  /** The dead-letter topic of a topic. */
  public static String deadLetters(String topic) {
    return topic + DEAD_LETTER_SUFFIX;
  }
}
