package dev.waybill.local.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Starts a program outside the process group of this JVM. A terminal sends Ctrl-C to the whole
 * group, and a server that ends by it, at the same instant as those that still need it, cannot be
 * stopped in order.
 *
 * <p>The helper becomes the program, so that the process id is the program's own. It is {@code
 * setsid} of util-linux or BusyBox, or Perl, which macOS comes with. On a machine with neither, the
 * program runs as it is, within reach of Ctrl-C.
 */
final class OwnSession {
  /** Runs on Linux. */
  static final List<String> SETSID = List.of("setsid");

  /** Runs everywhere that Perl does. */
  static final List<String> PERL =
      List.of("perl", "-e", "use POSIX; POSIX::setsid(); exec {$ARGV[0]} @ARGV; POSIX::_exit(127)");

  private static final List<String> HELPER =
      isOnPath("setsid") ? SETSID : isOnPath("perl") ? PERL : List.of();

  private OwnSession() {}

  /** The command line that runs {@code command} in a session of its own. */
  static List<String> commandLine(List<String> command) {
    List<String> line = new ArrayList<>(HELPER);
    line.addAll(command);
    return line;
  }

  /** Whether the program can be found. */
  static boolean isOnPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
