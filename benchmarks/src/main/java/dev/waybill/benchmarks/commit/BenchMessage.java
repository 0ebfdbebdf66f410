package dev.waybill.benchmarks.commit;

import dev.waybill.contract.message.MessageKind;
import dev.waybill.contract.message.Visibility;
import dev.waybill.contract.wire.Envelope;
import dev.waybill.contract.wire.WireHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The message of one piece of work. Its number within a run is part of its id, so that whoever
 * receives it needs no look-up to know when it was meant to be sent.
 */
public record BenchMessage(UUID id, String key, String payload) {

  /** The type of every message. */
  public static final String TYPE = "activity.created";

  static final String RECORD = "EV-ACT-1";
  static final String AGGREGATE = "activity";

  private static final int KEYS = 1_000;

  /** Longest title; the contract allows twice that. */
  private static final int TITLE = 100;

  private static final int STEP = 7_919;
  private static final String LETTERS =
      new Random(1)
          .ints(1 << 16, 0, 64)
          .mapToObj(
              number ->
                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ."
                      .substring(number, number + 1))
          .collect(Collectors.joining());

  /** The message of a number in a run, of one of a thousand keys. */
  public static BenchMessage of(long run, int index, int payloadBytes) {
    return of(run, index, payloadBytes, KEYS);
  }

  /**
   * The message of a number in a run.
   *
   * @param keys how many ordering keys take turns
   */
  public static BenchMessage of(long run, int index, int payloadBytes, int keys) {
    String key = new UUID(0, index % keys).toString();
    int room = Math.max(1, payloadBytes - payload(key, "", "").length());
    int inRemark = room - TITLE - remark("").length();
    String payload =
        inRemark > 0
            ? payload(key, letters(index, TITLE), remark(letters(index + 1, inRemark)))
            : payload(key, letters(index, room), "");
    return new BenchMessage(new UUID(run, index), key, payload);
  }

  /** Letters without a pattern, since what compresses well would flatter who compresses. */
  private static String letters(int index, int length) {
    StringBuilder letters = new StringBuilder(length);
    int from = Math.floorMod(index * STEP, LETTERS.length());
    while (letters.length() < length) {
      int to = Math.min(LETTERS.length(), from + length - letters.length());
      letters.append(LETTERS, from, to);
      from = 0;
    }
    return letters.toString();
  }

  /** The number within its run, or -1 when it belongs to another run. */
  public static int index(long run, String id) {
    UUID uuid = UUID.fromString(id);
    return uuid.getMostSignificantBits() == run ? (int) uuid.getLeastSignificantBits() : -1;
  }

  /** The envelope as the writer renders it; what is optional is left out. */
  public Envelope envelope() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(WireHeaders.SPEC_VERSION, "1.0");
    headers.put(WireHeaders.ID, id.toString());
    headers.put(WireHeaders.SOURCE, "/waybill/bench");
    headers.put(WireHeaders.TYPE, TYPE);
    headers.put(WireHeaders.TIME, "2026-01-01T00:00:00Z");
    headers.put(WireHeaders.SUBJECT, key);
    headers.put(WireHeaders.CONTENT_TYPE, "application/json");
    headers.put(WireHeaders.PARTITION_KEY, key);
    headers.put(WireHeaders.SEQUENCE, "0000000000000000001");
    headers.put(WireHeaders.TENANT_ID, "bench");
    headers.put(WireHeaders.MESSAGE_KIND, MessageKind.INTEGRATION_EVENT.wireName());
    headers.put(WireHeaders.SCHEMA_VERSION, "1");
    return Envelope.of(headers, Visibility.PUBLIC);
  }

  /** A member that the contract leaves open: its title is short. */
  private static String remark(String letters) {
    return ",\"remark\":\"" + letters + "\"";
  }

  private static String payload(String key, String title, String remark) {
    return """
    {"activityId":"%s","version":1,"type":"visit","title":"%s",\
    "createdAt":"2026-01-01T00:00:00Z","createdBy":"bench"%s}\
    """
        .formatted(key, title, remark);
  }
}
