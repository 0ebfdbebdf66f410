package dev.waybill.local.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Ends a child when this JVM ends, in whatever way, SIGKILL included. A tiny shell reads from a
 * pipe whose only writer is this JVM: the end of the pipe means that the JVM is gone, and the shell
 * signals the child. Like the child it is out of reach of signals to the JVM's group, SIGKILL
 * included, and it goes away on its own when the child ends first.
 *
 * <p>Nothing is asked of the child, so it works for any program. What it does not cover: a JVM that
 * dies in the instant between starting the child and {@link #guard}.
 */
public final class Watchdog {
  private static final String SCRIPT =
      "trap '' INT TERM HUP; read -r ended || { kill -$1 $2; kill -CONT $2; } 2>/dev/null";

  private Watchdog() {}

  /** Signals {@code child} with {@code signal} once this JVM has ended. Returns at once. */
  public static void guard(Process child, Signal signal) {
    List<String> command =
        List.of("sh", "-c", SCRIPT, "watchdog", signal.name(), Long.toString(child.pid()));
    try {
      Process shell =
          new ProcessBuilder(OwnSession.commandLine(command))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      // The process id may be given to another process soon after: release the shell first.
      var unused = child.onExit().thenRun(() -> release(shell));
    } catch (IOException e) {
      child.destroyForcibly();
      throw new UncheckedIOException(
          "cannot start a shell to watch over process " + child.pid(), e);
    }
  }

  private static void release(Process shell) {
    try (OutputStream pipe = shell.getOutputStream()) {
      pipe.write('\n');
    } catch (IOException e) {
      // The shell has already gone, which is all that was wanted.
      shell.destroyForcibly();
    }
  }
}
