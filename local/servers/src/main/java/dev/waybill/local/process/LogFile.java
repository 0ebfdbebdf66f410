package dev.waybill.local.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file that a child writes its output to, read from where this child began. Not thread-safe.
 */
final class LogFile {
  private static final int TAIL_BYTES = 16 * 1024;

  private final Path path;
  private final long start;
  private long position;

  private LogFile(Path path, long start) {
    this.path = path;
    this.start = start;
    this.position = start;
  }

  /** Remembers the present end of the file, which may not exist yet, as the child's beginning. */
  static LogFile appendingTo(Path path) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    return new LogFile(path, Files.exists(path) ? Files.size(path) : 0);
  }

  Path path() {
    return path;
  }

  /** Goes back to the child's first line. */
  void rewind() {
    position = start;
  }

  /** The whole lines written since the last call. */
  List<String> newLines() {
    byte[] bytes = read(position, Integer.MAX_VALUE);
    List<String> lines = new ArrayList<>();
    int lineStart = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        lines.add(new String(bytes, lineStart, i - lineStart, StandardCharsets.UTF_8));
        lineStart = i + 1;
      }
    }
    position += lineStart;
    return lines;
  }

  /** The child's last output, for error messages. */
  String tail(int maxLines) {
    long end = path.toFile().length();
    byte[] bytes = read(Math.max(start, end - TAIL_BYTES), TAIL_BYTES);
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - maxLines), lines.size()));
  }

  private byte[] read(long from, int limit) {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] bytes = new byte[(int) Math.min(limit, Math.max(0, file.length() - from))];
      file.seek(from);
      file.readFully(bytes);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
