package dev.waybill.lab.stack;

import java.nio.file.Path;

/**
 * A part of a stack that ended although nobody asked it to.
 *
 * @param exitCode 128 + signal number after a signal
 * @param log the file with its last words
 */
public record Ended(String part, int exitCode, Path log) {
  private static final int KILLED = 137;

  /** What happened, for people. */
  public String describe() {
    return "%s ended by itself with exit code %d%s"
        .formatted(
            part,
            exitCode,
            exitCode == KILLED ? " (killed; perhaps the machine was out of memory)" : "");
  }
}
