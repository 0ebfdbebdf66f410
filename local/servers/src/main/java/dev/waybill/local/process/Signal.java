package dev.waybill.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A POSIX signal that can be sent to a process of the same user. */
public enum Signal {
  /** Asks to end; a JVM runs its shutdown hooks. */
  TERM,
  /** Like Ctrl-C; PostgreSQL's fast shutdown. */
  INT,
  /** PostgreSQL's immediate shutdown; a JVM prints its threads. */
  QUIT,
  /** Ends the process at once, whatever it is doing. */
  KILL,
  /** Freezes the process. */
  STOP,
  /** Lets a frozen process go on. */
  CONT;

  /**
   * Sends this signal through {@code kill(1)}, since the JVM itself can only send TERM and KILL.
   *
   * @return whether the process existed and could be signalled
   */
  public boolean send(long pid) {
    return kill(Long.toString(pid));
  }

  /** Sends this signal to a whole process group, as a terminal does with that of Ctrl-C. */
  public boolean sendToGroup(long group) {
    return kill("-" + group);
  }

  private boolean kill(String target) {
    try {
      Process kill =
          new ProcessBuilder(List.of("kill", "-s", name(), "--", target))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return kill.waitFor() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run kill -s " + name() + " " + target, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending " + name() + " to " + target, e);
    }
  }
}
