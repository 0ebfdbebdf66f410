package dev.waybill.outbox;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes JSON texts of every kind that the grammar allows, with the oddities that readers trip on.
 */
final class JsonDocuments {

  private static final int DEPTH = 4;
  private static final List<String> SCALARS =
      List.of("null", "true", "false", "0", "-0", "1", "1.0", "1e3", "1E+3", "1e400", "[]", "{}");
  private static final List<String> PIECES =
      List.of(
          "a",
          " ",
          "\\\"",
          "\\\\",
          "\\/",
          "/",
          "\\b",
          "\\u00e9",
          "é",
          "\uD83D\uDE9A",
          "\\uD83D\\uDE9A",
          "\uFFFF",
          "\u007F",
          "İı");
  private static final List<String> SPACES = List.of("", "", "", " ", "\t", "\n", "\r\n");

  private final Random random;

  JsonDocuments(Random random) {
    this.random = random;
  }

  String next() {
    return value(DEPTH);
  }

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 5 : 3)) {
      case 0 -> one(SCALARS);
      case 1 -> number();
      case 2 -> text();
      case 3 -> "[" + many(() -> value(depth - 1)) + "]";
      default -> "{" + many(() -> text() + space() + ":" + space() + value(depth - 1)) + "}";
    };
  }

  private String number() {
    return (random.nextBoolean() ? "-" : "")
        + (1 + random.nextInt(9))
        + digits(random.nextInt(25))
        + (random.nextBoolean() ? "." + digits(1 + random.nextInt(25)) : "");
  }

  private String digits(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Integer.toString(random.nextInt(10)))
        .collect(Collectors.joining());
  }

  private String text() {
    return "\""
        + IntStream.range(0, random.nextInt(5))
            .mapToObj(i -> one(PIECES))
            .collect(Collectors.joining())
        + "\"";
  }

  private String many(Supplier<String> element) {
    return space()
        + IntStream.range(0, random.nextInt(4))
            .mapToObj(i -> element.get() + space())
            .collect(Collectors.joining("," + space()));
  }

  private String space() {
    return one(SPACES);
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}
