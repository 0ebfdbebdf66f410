package dev.waybill.handler.record;

import dev.waybill.handler.Upcaster;
import java.lang.reflect.Type;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads payloads by Jackson's defaults, whatever the application's own settings are. Members that
 * the event does not declare are ignored, since a version of a schema may gain some. Thread-safe.
 */
public final class PayloadReader {

  private final JsonMapper json =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /**
   * The event in a payload.
   *
   * @param upcasters rewrite the payload first, in this order
   * @throws RefusedRecordException when the payload is not one; says where, and quotes nothing
   */
  public Object read(byte[] payload, Type type, List<Upcaster> upcasters) {
    Object event;
    try {
      event =
          upcasters.isEmpty()
              ? json.readValue(payload, json.constructType(type))
              : json.treeToValue(rewritten(payload, upcasters), json.constructType(type));
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

  /** Numbers keep their digits: nothing passes through a binary fraction. */
  private ObjectNode rewritten(byte[] payload, List<Upcaster> upcasters) {
    if (!(json.readTree(payload) instanceof ObjectNode object)) {
      throw new RefusedRecordException(Refusal.UNREADABLE_PAYLOAD, "the payload is no object");
    }
    for (Upcaster upcaster : upcasters) {
      object = upcaster.upcast(object);
    }
    return object;
  }
}
