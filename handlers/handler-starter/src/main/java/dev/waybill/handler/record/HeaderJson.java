package dev.waybill.handler.record;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Headers as text that people can read and that gives the same bytes back: {@code [{"name": …,
 * "text": …}]}, with {@code "base64"} for what is no UTF-8 and neither for what has no value.
 */
public final class HeaderJson {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private HeaderJson() {}

  public static String write(List<RawHeader> headers) {
    ArrayNode list = JSON.createArrayNode();
    for (RawHeader header : headers) {
      ObjectNode node = list.addObject().put("name", header.name());
      if (header.value() != null) {
        put(node, header.value());
      }
    }
    return JSON.writeValueAsString(list);
  }

  public static List<RawHeader> read(String json) {
    List<RawHeader> headers = new ArrayList<>();
    for (JsonNode node : JSON.readTree(json)) {
      String name = node.path("name").asString();
      if (node.has("text")) {
        headers.add(RawHeader.text(name, node.path("text").asString()));
      } else if (node.has("base64")) {
        headers.add(
            new RawHeader(name, Base64.getDecoder().decode(node.path("base64").asString())));
      } else {
        headers.add(new RawHeader(name, null));
      }
    }
    return headers;
  }

  private static void put(ObjectNode node, byte[] value) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
      node.put("text", text);
    } catch (CharacterCodingException e) {
      node.put("base64", Base64.getEncoder().encodeToString(value));
    }
  }
}
