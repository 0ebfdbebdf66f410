package dev.waybill.lab.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes messages of type {@code activity.created} about a few aggregates, so that keys collide.
 * Payloads differ in length and hold what breaks careless escaping.
 */
final class MessageFactory {
  static final String TYPE = "activity.created";
  static final int VERSION = 1;

  private static final AtomicLong VERSIONS = new AtomicLong();
  private static final int MOST_WORDS = 20;
  private static final String[] WORDS = {
    "visit",
    "çağrı",
    "\\\\back",
    "\\\"quote\\\"",
    "tab\\t",
    "line\\n",
    "\\u0041",
    "雪",
    "𝄞",
    "'single'",
    "%s",
  };

  private final Random random;
  private final String keyPrefix;
  private final int keys;

  /**
   * @param keyPrefix tells sets of keys apart; writers with one prefix share keys
   */
  MessageFactory(Random random, String keyPrefix, int keys) {
    this.random = random;
    this.keyPrefix = keyPrefix;
    this.keys = keys;
  }

  Message next() {
    String key = key(keyPrefix + random.nextInt(keys));
    UUID id = new UUID(random.nextLong(), random.nextLong());
    long version = VERSIONS.incrementAndGet();
    return new Message(id, key, version, payload(key, version));
  }

  List<Message> next(int count) {
    List<Message> messages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      messages.add(next());
    }
    return messages;
  }

  /** Title and identity are what matters here; the rest is what the contract asks for. */
  private String payload(String key, long version) {
    StringBuilder title = new StringBuilder(random.nextInt(10) + ":");
    int words = random.nextInt(MOST_WORDS);
    for (int i = 0; i < words; i++) {
      title.append(' ').append(WORDS[random.nextInt(WORDS.length)]);
    }
    return """
        {"activityId":"%s","version":%d,"type":"visit","title":"%s",\
        "createdAt":"2026-03-01T08:15:30.123456Z","createdBy":"soak"}"""
        .formatted(key, version, title);
  }

  /** Activities are identified by UUIDs: always the same one for a name. */
  private static String key(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
