package dev.waybill.contract.wire;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.message.MessageType;
import dev.waybill.contract.message.OrderingKey;
import dev.waybill.contract.message.Visibility;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The wire headers of one message, rendered once when it is staged and stored beside the payload,
 * plus the visibility, which routing reads and nobody is sent. Its text form is one flat JSON
 * object of strings whose keys are the header names. Immutable.
 */
public final class Envelope {

  /** The one key of the text form that is no header. */
  public static final String VISIBILITY = "visibility";

  private static final Set<String> NAMES = Set.copyOf(WireHeaders.ENVELOPE);

  private final Map<String, String> headers;
  private final Visibility visibility;

  private Envelope(Map<String, String> headers, Visibility visibility) {
    this.headers = Collections.unmodifiableMap(headers);
    this.visibility = visibility;
  }

  /**
   * Builds an envelope from its headers, in any order.
   *
   * @throws InvalidEnvelopeException when a header is unknown, empty, missing or malformed
   */
  public static Envelope of(Map<String, String> fields, Visibility visibility) {
    for (String name : fields.keySet()) {
      if (!NAMES.contains(name)) {
        throw new InvalidEnvelopeException("the envelope holds '" + name + "', which is no header");
      }
    }
    Map<String, String> ordered = new LinkedHashMap<>();
    for (String name : WireHeaders.ENVELOPE) {
      String value = fields.get(name);
      if (value != null) {
        ordered.put(name, value);
      } else if (WireHeaders.REQUIRED.contains(name)) {
        throw new InvalidEnvelopeException("the envelope lacks '" + name + "'");
      }
    }
    Envelope envelope = new Envelope(ordered, visibility);
    envelope.requireReadable();
    return envelope;
  }

  /**
   * Reads the text form.
   *
   * @throws InvalidEnvelopeException when it is not one
   */
  public static Envelope parse(String json) {
    Map<String, String> fields = FlatJson.read(json);
    String visibility = fields.remove(VISIBILITY);
    if (visibility == null) {
      throw new InvalidEnvelopeException("the envelope lacks '" + VISIBILITY + "'");
    }
    try {
      return of(fields, Visibility.ofWireName(visibility));
    } catch (IllegalArgumentException e) {
      throw new InvalidEnvelopeException("the envelope is malformed: " + e.getMessage(), e);
    }
  }

  /** The text form, keys in the order in which the headers are sent, the visibility last. */
  public String toJson() {
    Map<String, String> fields = new LinkedHashMap<>(headers);
    fields.put(VISIBILITY, visibility.wireName());
    return FlatJson.write(fields);
  }

  /** The headers in the order in which they are sent. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Which clearance a handler needs to be sent this message. */
  public Visibility visibility() {
    return visibility;
  }

  public MessageId id() {
    return MessageId.of(required(WireHeaders.ID));
  }

  public MessageType type() {
    return new MessageType(
        required(WireHeaders.TYPE), Integer.parseInt(required(WireHeaders.SCHEMA_VERSION)));
  }

  public OrderingKey orderingKey() {
    return new OrderingKey(required(WireHeaders.PARTITION_KEY));
  }

  /** One header by its name. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  private String required(String name) {
    String value = headers.get(name);
    if (value == null) {
      throw new InvalidEnvelopeException("the envelope lacks '" + name + "'");
    }
    return value;
  }

  private void requireReadable() {
    try {
      id();
      type();
      orderingKey();
    } catch (IllegalArgumentException e) {
      throw new InvalidEnvelopeException("the envelope is malformed: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Envelope that
        && headers.equals(that.headers)
        && visibility == that.visibility;
  }

  @Override
  public int hashCode() {
    return 31 * headers.hashCode() + visibility.hashCode();
  }

  @Override
  public String toString() {
    return "Envelope[" + headers.get(WireHeaders.ID) + " " + headers.get(WireHeaders.TYPE) + "]";
  }
}
