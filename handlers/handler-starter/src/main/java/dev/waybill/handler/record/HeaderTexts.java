package dev.waybill.handler.record;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The headers of a record as text, each once. */
record HeaderTexts(Map<String, String> texts) {

  /** What stands in a lenient reading for bytes that are no UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  /**
   * @throws RefusedRecordException when a header appears twice, is empty or is no UTF-8
   */
  static HeaderTexts of(List<RawHeader> headers) {
    Map<String, String> texts = new HashMap<>();
    for (RawHeader header : headers) {
      if (texts.put(header.name(), text(header)) != null) {
        throw refused("header " + Quotes.quote(header.name()) + " appears twice");
      }
    }
    return new HeaderTexts(texts);
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  String require(String name) {
    return find(name).orElseThrow(() -> refused("header " + name + " is missing"));
  }

  private static String text(RawHeader header) {
    if (header.value() == null) {
      throw refused("header " + Quotes.quote(header.name()) + " is null");
    }
    String text = new String(header.value(), StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : strictly(header.name(), header.value());
  }

  /** The replacement may be what the header really says. A decoder for each header costs more. */
  private static String strictly(String name, byte[] value) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
    } catch (CharacterCodingException e) {
      throw new RefusedRecordException(
          Refusal.UNREADABLE_RECORD, "header " + Quotes.quote(name) + " is no UTF-8 text", e);
    }
  }

  private static RefusedRecordException refused(String message) {
    return new RefusedRecordException(Refusal.UNREADABLE_RECORD, message);
  }
}
