package dev.waybill.access.query;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parameters of a request for something to read. Each has a known name and is given once: a
 * filter that is misspelt is refused and does not silently let everything through. Immutable.
 */
public final class QueryParameters {

  /** The years of RFC 3339, which every database takes. */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private final Map<String, String> values;

  private QueryParameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Takes them as Spring hands them to a controller.
   *
   * @throws InvalidParameterException when one is none of the known, or is given more than once
   */
  public static QueryParameters of(Map<String, List<String>> given, String... known) {
    Collection<String> names = new TreeSet<>(List.of(known));
    Map<String, String> values = new TreeMap<>();
    given.forEach(
        (name, texts) -> {
          if (!names.contains(name)) {
            throw new InvalidParameterException(
                name, "is not known here; known are " + String.join(", ", names));
          }
          if (texts.size() != 1) {
            throw new InvalidParameterException(name, "must be given once");
          }
          values.put(name, texts.get(0));
        });
    return new QueryParameters(values);
  }

  /**
   * A text without control characters, which no database has to be asked for.
   *
   * @param longest in UTF-16 units
   * @throws InvalidParameterException when it is blank, longer, or holds a control character
   */
  public Optional<String> text(String name, int longest) {
    Optional<String> value = Optional.ofNullable(values.get(name));
    value.ifPresent(
        text ->
            require(
                !text.isBlank()
                    && text.length() <= longest
                    && text.chars().noneMatch(Character::isISOControl),
                name,
                "must be a text of at most %d characters, without control characters"
                    .formatted(longest)));
    return value;
  }

  /**
   * One of some words.
   *
   * @throws InvalidParameterException when it is another
   */
  public Optional<String> oneOf(String name, List<String> allowed) {
    Optional<String> value = Optional.ofNullable(values.get(name));
    value.ifPresent(
        word -> require(allowed.contains(word), name, "must be " + String.join(" or ", allowed)));
    return value;
  }

  /**
   * A whole number of a range, or {@code otherwise} where none is given.
   *
   * @throws InvalidParameterException when it is none, or out of the range
   */
  public int number(String name, int least, int most, int otherwise) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    String rule = "must be a whole number from %d to %d".formatted(least, most);
    try {
      int number = Integer.parseInt(value);
      require(number >= least && number <= most, name, rule);
      return number;
    } catch (NumberFormatException e) {
      throw new InvalidParameterException(name, rule);
    }
  }

  /**
   * A moment, as RFC 3339 has it.
   *
   * @throws InvalidParameterException when it is none
   */
  public Optional<Instant> time(String name) {
    String rule = "must be an RFC 3339 time, for instance 2026-11-30T10:15:00Z";
    Optional<String> value = Optional.ofNullable(values.get(name));
    try {
      Optional<Instant> time = value.map(Instant::parse);
      time.ifPresent(at -> require(!at.isBefore(FIRST) && at.isBefore(END), name, rule));
      return time;
    } catch (DateTimeException e) {
      throw new InvalidParameterException(name, rule);
    }
  }

  private static void require(boolean condition, String name, String rule) {
    if (!condition) {
      throw new InvalidParameterException(name, rule);
    }
  }
}
