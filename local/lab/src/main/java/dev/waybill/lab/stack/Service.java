package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessException;
import dev.waybill.local.process.Signal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One service of a stack, which can be killed and started again. Safe for use from several threads.
 */
public final class Service implements AutoCloseable {
  private static final Duration READY_TIME = Duration.ofMinutes(2);

  private final String name;
  private final String where;
  private final Path log;
  private final Supplier<ChildProcess> launch;
  private final Readiness readiness;
  private @Nullable ChildProcess process;
  private long endBy;

  /**
   * @param where its address, for people
   * @param log the file that {@code launch} sends the output to
   * @param launch starts a new process
   */
  public Service(
      String name, String where, Path log, Supplier<ChildProcess> launch, Readiness readiness) {
    this.name = name;
    this.where = where;
    this.log = log;
    this.launch = launch;
    this.readiness = readiness;
  }

  /** What it is called in messages. */
  public String name() {
    return name;
  }

  /** Its address, for people. */
  public String where() {
    return where;
  }

  /** The file with its output. */
  public Path log() {
    return log;
  }

  /** The operating system's number of the present process. */
  public long pid() {
    return running().pid();
  }

  /** Starts a new process and returns at once. */
  public synchronized void start() {
    process = launch.get();
  }

  /**
   * Waits until the service says that it is ready.
   *
   * @throws CommandFailure with its last output when it ends or does not become ready
   */
  public void awaitReady() {
    try {
      readiness.await(running(), READY_TIME);
    } catch (ChildProcessException e) {
      throw CommandFailure.because(
          ExitCode.FAILURE, name + " did not become ready", e.getMessage(), "see " + log, e);
    }
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() {
    running().kill();
  }

  /** Freezes the process. */
  public void pause() {
    running().pause();
  }

  /** Lets a frozen process go on. */
  public void resume() {
    running().resume();
  }

  /** Asks the process to end and waits, at most so long; then it is ended by force. */
  public void stop(Duration grace) {
    running().terminate(grace);
  }

  /** Whether the process runs. */
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The exit code, or empty while the process runs. */
  public synchronized OptionalInt exitCode() {
    return process == null ? OptionalInt.empty() : process.exitCode();
  }

  /** Asks the process to end, without waiting; {@link #close} waits. */
  synchronized void askToEnd() {
    if (process != null && process.isAlive()) {
      process.signal(Signal.TERM);
    }
    endBy = System.nanoTime() + Stack.GRACE.toNanos();
  }

  /** Ends the process, by force four seconds after it was first asked. */
  @Override
  public synchronized void close() {
    if (process != null) {
      long left = endBy == 0 ? Stack.GRACE.toNanos() : endBy - System.nanoTime();
      process.terminate(Duration.ofNanos(Math.max(0, left)));
    }
  }

  private synchronized ChildProcess running() {
    if (process == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return process;
  }

  /** How a process shows that it is ready. */
  public interface Readiness {
    /**
     * Returns when it is.
     *
     * @throws ChildProcessException when it ends, or the time is over before that
     */
    void await(ChildProcess process, Duration timeout);
  }
}
