package dev.waybill.handler.record;

import java.lang.reflect.Type;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads payloads by Jackson's defaults, whatever the application's own settings are. Members that
 * the event does not declare are ignored, since a version of a schema may gain some. Thread-safe.
 */
public final class PayloadReader {

  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /**
   * The event in a payload.
   *
   * @throws RefusedRecordException when the payload is not one; says where, and quotes nothing
   */
  public Object read(byte[] payload, Type type) {
    Object event;
    try {
      event = json.readValue(payload, json.constructType(type));
    } catch (JacksonException e) {
      String place = e.getLocation() == null ? "" : " at " + e.getLocation().offsetDescription();
      throw new RefusedRecordException(
          Refusal.UNREADABLE_PAYLOAD,
          "the payload cannot be read as " + type.getTypeName() + place,
          e);
    }
    if (event == null) {
      throw new RefusedRecordException(Refusal.UNREADABLE_PAYLOAD, "the payload is null");
    }
    return event;
  }
}
