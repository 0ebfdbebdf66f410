package dev.waybill.contract.check;

import java.util.List;

/**
 * One way in which a checkout breaks a rule.
 *
 * @param file the file, with its line where that is known
 * @param field the field in it; a JSON Pointer (RFC 6901) for JSON
 * @param rule the name of the rule, which never changes
 * @param message what is wrong and what to do about it
 * @param subscribers the handlers that are hit, sorted
 */
public record Breach(
    String file, String field, String rule, String message, List<String> subscribers) {

  public Breach {
    subscribers = subscribers.stream().sorted().toList();
  }

  Breach(String file, String field, String rule, String message) {
    this(file, field, rule, message, List.of());
  }

  /** One line for people. */
  @Override
  public String toString() {
    String hit =
        subscribers.isEmpty() ? "" : " (subscribers: " + String.join(", ", subscribers) + ")";
    return file + (field.isEmpty() ? "" : ": " + field) + ": " + rule + ": " + message + hit;
  }
}
