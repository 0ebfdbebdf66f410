package dev.waybill.local.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The {@code postmaster.pid} that a killed server leaves behind. PostgreSQL removes it by itself
 * unless the number in it now belongs to another process of the same user, which is common in
 * containers with their low numbers.
 */
final class StalePidFile {
  private StalePidFile() {}

  /** Removes the file when the process that it names is not a PostgreSQL server. */
  static void removeFrom(Path data) {
    Path file = data.resolve("postmaster.pid");
    try {
      if (Files.exists(file) && !isServer(Files.readAllLines(file))) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot check " + file, e);
    }
  }

  private static boolean isServer(List<String> lines) {
    if (lines.isEmpty()) {
      return false;
    }
    Optional<String> program =
        ProcessHandle.of(Long.parseLong(lines.get(0).strip()))
            .flatMap(process -> process.info().command());
    return program.map(path -> path.endsWith("/postgres")).orElse(false);
  }
}
