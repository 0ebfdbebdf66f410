package dev.waybill.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.lab.stack.Checkout;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** One run of the packaged lab, with all processes that it ever started. */
public final class PackagedLab implements AutoCloseable {
  private static final Duration LAST_MOMENT = Duration.ofSeconds(2);
  private static final Path JAR = Path.of("target", "waybill-lab-exec.jar");
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();

  private static final String[] FREE_PORTS = {
    "--postgres-port=0",
    "--kafka-port=0",
    "--activity-port=0",
    "--relay-port=0",
    "--timeline-port=0",
    "--dashboard-port=0",
    "--notification-port=0",
    "--activity-steps-port=0",
    "--mail-port=0",
  };

  private final ChildProcess process;
  private final Set<ProcessHandle> started = ConcurrentHashMap.newKeySet();

  private PackagedLab(ChildProcess process) {
    this.process = process;
  }

  /** A command line that keeps its data in a folder and takes whatever ports are free. */
  public static String[] onFreePorts(String command, Path data, String... more) {
    List<String> line = new ArrayList<>(List.of(command, "--data", data.toString()));
    line.addAll(List.of(FREE_PORTS));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  /** Starts a command of the lab, with as little work as its children. */
  public static PackagedLab run(String... arguments) {
    return run(new Checkout(HOME).labJar(), arguments);
  }

  /** Starts a command from the jar that people have, with its jars inside. */
  public static PackagedLab runPackaged(String... arguments) {
    return run(JAR, arguments);
  }

  private static PackagedLab run(Path jar, String... arguments) {
    return new PackagedLab(
        ChildProcess.builder("lab")
            .jar(jar)
            .shortLived()
            .jvmOptions("-Dwaybill.home=" + HOME, "-Xmx256m")
            // For its relays, which mostly idle: at the default they look 200 times a second.
            .environment("WAYBILL_RELAY_STREAM_POLLINTERVAL", "25ms")
            .arguments(arguments)
            .onParentDeath(Signal.TERM)
            .start());
  }

  /** Returns when it has printed such a line. */
  public void awaitLine(String text, Duration patience) {
    process.awaitLine(Pattern.compile(Pattern.quote(text)), patience);
    look();
  }

  /**
   * Asks it to end. Not with the signal of Ctrl-C, which a build in the background may have told
   * its processes to ignore; the JVM does the same on both.
   */
  public void askToEnd() {
    look();
    process.signal(Signal.TERM);
  }

  /**
   * Does what a terminal does on Ctrl-C: the whole process group gets the signal. A build in the
   * background may have told its processes to ignore it; then it is SIGTERM.
   */
  public void pressCtrlC() {
    look();
    (ignoresInterrupts() ? Signal.TERM : Signal.INT).sendToGroup(process.pid());
  }

  /** Sends a signal to the one process that it started whose program has this name. */
  public void signal(String program, Signal signal) {
    look();
    List<ProcessHandle> found =
        started.stream()
            .filter(handle -> parentIsLab(handle))
            .filter(handle -> handle.info().command().orElse("").endsWith("/" + program))
            .toList();
    assertThat(found).as(program).hasSize(1);
    signal.send(found.get(0).pid());
  }

  /** Returns its exit code when it has ended. */
  public int awaitExit(Duration patience) {
    Awaitility.await()
        .atMost(patience)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              look();
              return !process.isAlive();
            });
    return process.exitCode().orElseThrow();
  }

  /**
   * The processes that it started and left behind. What watches over them ends by the end of the
   * launcher, and so a moment after it.
   */
  public List<String> left() {
    return started.stream()
        .filter(handle -> !ended(handle))
        .map(handle -> handle.pid() + " " + handle.info().commandLine().orElse(""))
        .toList();
  }

  private static boolean ended(ProcessHandle handle) {
    return handle
        .onExit()
        .thenApply(gone -> true)
        .completeOnTimeout(false, LAST_MOMENT.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /** How many processes were seen. */
  public int startedCount() {
    return started.size();
  }

  /** Everything that it printed. */
  public String output() {
    try {
      return Files.readString(process.logFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.close();
  }

  private boolean parentIsLab(ProcessHandle handle) {
    return handle.parent().filter(parent -> parent.pid() == process.pid()).isPresent();
  }

  private boolean ignoresInterrupts() {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try {
      return Files.exists(status)
          && Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void look() {
    ProcessHandle.of(process.pid()).ifPresent(lab -> lab.descendants().forEach(started::add));
  }
}
