package dev.waybill.contract.wire;

import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** One JSON object of strings, read and written token by token: it is on every message's path. */
final class FlatJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private FlatJson() {}

  static Map<String, String> read(String json) {
    Map<String, String> fields = new LinkedHashMap<>(32);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed("it is not a JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() != JsonToken.VALUE_STRING) {
          throw malformed("'" + name + "' is not a string");
        }
        if (fields.put(name, parser.getString()) != null) {
          throw malformed("'" + name + "' appears twice");
        }
      }
      if (parser.nextToken() != null) {
        throw malformed("text follows the object");
      }
      return fields;
    } catch (JacksonException e) {
      throw new InvalidEnvelopeException(
          "the envelope is not readable JSON: " + e.getOriginalMessage(), e);
    }
  }

  static String write(Map<String, String> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      generator.writeStartObject();
      fields.forEach(generator::writeStringProperty);
      generator.writeEndObject();
    }
    return text.toString();
  }

  private static InvalidEnvelopeException malformed(String complaint) {
    return new InvalidEnvelopeException("the envelope is malformed: " + complaint);
  }
}
