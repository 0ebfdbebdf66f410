package dev.waybill.contract.version;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the files of a version in the folder of its type, such as {@code v1.schema.json}.
 *
 * @param version from 1 to 999,999,999
 */
public record VersionFile(int version, Kind kind) {

  private static final Pattern NAME =
      Pattern.compile("v([1-9][0-9]{0,8})\\.(schema|example|released|golden)\\.json");

  /** What a file of a version holds. */
  public enum Kind {
    /** The schema of its payload. */
    SCHEMA,
    /** A payload that shows every member. */
    EXAMPLE,
    /** The copy of the schema as it was released: the lock. */
    RELEASED,
    /** The example as it was at the first release. */
    GOLDEN
  }

  /** Reads a name; empty when it is that of something else. */
  public static Optional<VersionFile> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new VersionFile(
                Integer.parseInt(matcher.group(1)),
                Kind.valueOf(matcher.group(2).toUpperCase(Locale.ROOT))))
        : Optional.empty();
  }

  /** The name of the file. */
  public String name() {
    return "v" + version + "." + kind.name().toLowerCase(Locale.ROOT) + ".json";
  }
}
