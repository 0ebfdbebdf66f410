package dev.waybill.contract.version;

import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads lists of version numbers. */
public final class VersionNumbers {

  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  private VersionNumbers() {}

  /**
   * The versions of a type that nothing carries any more and whose files are gone.
   *
   * @param record the text of its {@code record.yaml}
   * @throws IllegalArgumentException when the field {@code retired} is no list of numbers
   * @throws tools.jackson.core.JacksonException when the text is no YAML
   */
  public static SortedSet<Integer> retired(String record) {
    return read("retired", YAML.readTree(record).path("retired"));
  }

  /**
   * Reads one list, which may be left out.
   *
   * @param field how it is called, for the message
   * @throws IllegalArgumentException when it is something else, or has a number below 1
   */
  static SortedSet<Integer> read(String field, JsonNode list) {
    SortedSet<Integer> numbers = new TreeSet<>();
    if (!list.isMissingNode() && !list.isArray()) {
      throw new IllegalArgumentException(complaint(field, list));
    }
    for (JsonNode number : list) {
      if (!number.isInt() || number.asInt() < 1) {
        throw new IllegalArgumentException(complaint(field, number));
      }
      numbers.add(number.asInt());
    }
    return numbers;
  }

  private static String complaint(String field, JsonNode found) {
    return field + " has " + found + " and is to be a list of versions such as [1, 2]";
  }
}
