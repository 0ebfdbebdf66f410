package dev.waybill.handler.endpoint;

import dev.waybill.handler.desk.InvalidRequestException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bodies of this API, whatever the application has its own mapper do: names and forms are the
 * same in every service, and a field that nobody knows is refused.
 */
final class EndpointJson {

  private static final String PAGE = "see docs/reference/handler-api.md";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private EndpointJson() {}

  /**
   * The body of a request.
   *
   * @throws InvalidRequestException when it is none, or has a field that is not known
   */
  static <T> T read(byte @Nullable [] body, Class<T> form) {
    try {
      T read = body == null ? null : JSON.readValue(body, form);
      if (read != null) {
        return read;
      }
    } catch (UnrecognizedPropertyException e) {
      // Without it a misspelt selection would mean everything.
      String name = e.getPropertyName();
      throw new InvalidRequestException(
          name, name + " is no field of this", PAGE + " for its fields");
    } catch (JacksonException e) {
      throw noBody();
    }
    throw noBody();
  }

  private static InvalidRequestException noBody() {
    return new InvalidRequestException(
        "body",
        "the body is missing or no JSON of the form that this takes",
        "send a JSON object, at least {\"reason\": \"…\"}; " + PAGE);
  }

  /** An answer. */
  static ResponseEntity<byte[]> answer(Object view) {
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .body(JSON.writeValueAsBytes(view));
  }
}
