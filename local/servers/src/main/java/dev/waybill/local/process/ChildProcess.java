package dev.waybill.local.process;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A process of ours: started with its output in a file, awaited, frozen, killed. It ends at the
 * latest when this JVM ends, see {@link Watchdog}. Safe for use from several threads.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Duration CLOSE_GRACE = Duration.ofSeconds(10);
  private static final Duration KILL_WAIT = Duration.ofSeconds(10);
  private static final int TAIL_LINES = 30;

  private final String name;
  private final Process process;
  private final LogFile log;

  ChildProcess(String name, Process process, LogFile log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Begins to describe a process; {@code name} is used in messages and as the log file's name. */
  public static ChildProcessBuilder builder(String name) {
    return new ChildProcessBuilder(name);
  }

  /** The name that the process was given here. */
  public String name() {
    return name;
  }

  /** The operating system's number of the process. */
  public long pid() {
    return process.pid();
  }

  /** Whether the process has not ended; true also while it is frozen. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The exit code (128 + signal number after a signal), or empty while the process lives. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /**
   * Waits until the process has printed a line in which {@code pattern} is found, also one printed
   * before the call.
   *
   * @throws ChildProcessException when the process ends or the time is over before that
   */
  public synchronized String awaitLine(Pattern pattern, Duration timeout) {
    log.rewind();
    Deadline deadline = Deadline.in(timeout);
    while (true) {
      boolean alive = isAlive();
      for (String line : log.newLines()) {
        if (pattern.matcher(line).find()) {
          return line;
        }
      }
      check(alive, deadline, "printing a line with " + pattern);
    }
  }

  /**
   * Waits until a GET of {@code uri} is answered in a way that {@code answer} accepts. Refused and
   * broken connections count as not yet.
   *
   * @throws ChildProcessException when the process ends or the time is over before that
   */
  public HttpResponse<String> awaitHttp(
      URI uri, Predicate<HttpResponse<String>> answer, Duration timeout) {
    Deadline deadline = Deadline.in(timeout);
    HttpProbe probe = new HttpProbe(uri);
    while (true) {
      boolean alive = isAlive();
      var response = probe.get().filter(answer);
      if (response.isPresent()) {
        return response.get();
      }
      check(alive, deadline, "answering " + uri + " as expected; last answer: " + probe.last());
    }
  }

  /**
   * Waits for the process to end by itself.
   *
   * @return its exit code
   * @throws ChildProcessException when the time is over before that
   */
  public int awaitExit(Duration timeout) {
    if (!endsWithin(timeout)) {
      throw failure("did not end within " + timeout);
    }
    return process.exitValue();
  }

  /** Sends {@code signal} and returns at once. */
  public void signal(Signal signal) {
    signal.send(pid());
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() {
    Signal.KILL.send(pid());
    awaitExit(KILL_WAIT);
  }

  /**
   * Sends SIGTERM, and SIGKILL when the process is still there after {@code grace}. A frozen
   * process is woken first.
   *
   * @return the exit code: 137 when it had to be killed, of a JVM that obeyed 143
   */
  public int terminate(Duration grace) {
    if (isAlive()) {
      Signal.TERM.send(pid());
      Signal.CONT.send(pid());
    }
    if (!endsWithin(grace)) {
      kill();
    }
    return process.exitValue();
  }

  /** Freezes the process with SIGSTOP: its connections stay open and nothing is answered. */
  public void pause() {
    Signal.STOP.send(pid());
  }

  /** Lets a frozen process go on. */
  public void resume() {
    Signal.CONT.send(pid());
  }

  /** The last lines that the process printed. */
  public synchronized String logTail() {
    return log.tail(TAIL_LINES);
  }

  /** The file that holds everything the process printed. */
  public Path logFile() {
    return log.path();
  }

  /** Terminates the process with ten seconds of grace. */
  @Override
  public void close() {
    terminate(CLOSE_GRACE);
  }

  private void check(boolean alive, Deadline deadline, String goal) {
    if (!alive) {
      throw failure("ended with exit code " + process.exitValue() + " before " + goal);
    }
    if (!deadline.pause()) {
      throw failure("ran out of time before " + goal);
    }
  }

  private boolean endsWithin(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChildProcessException(name + ": interrupted while waiting for its end", e);
    }
  }

  private ChildProcessException failure(String what) {
    return new ChildProcessException(
        "%s (pid %d) %s. Its last output, from %s:%n%s"
            .formatted(name, pid(), what, log.path(), logTail()),
        null);
  }
}
