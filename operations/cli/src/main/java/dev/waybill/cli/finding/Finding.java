package dev.waybill.cli.finding;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of one check. */
public final class Finding {

  private final String check;
  private final Level level;
  private final String message;
  private final @Nullable String remedy;

  private Finding(String check, Level level, String message, @Nullable String remedy) {
    this.check = check;
    this.level = level;
    this.message = message;
    this.remedy = remedy;
  }

  public static Finding ok(String check, String message) {
    return new Finding(check, Level.OK, message, null);
  }

  public static Finding warning(String check, String message, String remedy) {
    return new Finding(check, Level.WARNING, message, remedy);
  }

  public static Finding problem(String check, String message, String remedy) {
    return new Finding(check, Level.PROBLEM, message, remedy);
  }

  public static Finding skipped(String check, String message) {
    return new Finding(check, Level.SKIPPED, message, null);
  }

  /** The check's name, {@code <part>.<what>}; public, so it never changes. */
  public String check() {
    return check;
  }

  public Level level() {
    return level;
  }

  public String message() {
    return message;
  }

  /** What to do; present for every warning and problem. */
  public Optional<String> remedy() {
    return Optional.ofNullable(remedy);
  }

  @Override
  public String toString() {
    return level + " " + check + ": " + message;
  }
}
