package dev.waybill.handler.record;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The headers of a record as text, each once. */
record HeaderTexts(Map<String, String> texts) {

  /**
   * @throws RefusedRecordException when a header appears twice, is empty or is no UTF-8
   */
  static HeaderTexts of(Headers headers) {
    Map<String, String> texts = new HashMap<>();
    for (Header header : headers) {
      if (texts.put(header.key(), text(header)) != null) {
        throw new RefusedRecordException("header " + Quotes.quote(header.key()) + " appears twice");
      }
    }
    return new HeaderTexts(texts);
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  String require(String name) {
    return find(name)
        .orElseThrow(() -> new RefusedRecordException("header " + name + " is missing"));
  }

  private static String text(Header header) {
    if (header.value() == null) {
      throw new RefusedRecordException("header " + Quotes.quote(header.key()) + " is null");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(header.value())).toString();
    } catch (CharacterCodingException e) {
      throw new RefusedRecordException(
          "header " + Quotes.quote(header.key()) + " is no UTF-8 text", e);
    }
  }
}
