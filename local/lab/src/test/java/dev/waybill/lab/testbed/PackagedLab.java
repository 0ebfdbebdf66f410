package dev.waybill.lab.testbed;

import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** One run of the packaged lab, with all processes that it ever started. */
public final class PackagedLab implements AutoCloseable {
  private static final Path JAR = Path.of("target", "waybill-lab-exec.jar");
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();

  private final ChildProcess process;
  private final Set<ProcessHandle> started = ConcurrentHashMap.newKeySet();

  private PackagedLab(ChildProcess process) {
    this.process = process;
  }

  /** Starts a command of the lab. */
  public static PackagedLab run(String... arguments) {
    return new PackagedLab(
        ChildProcess.builder("lab")
            .jar(JAR)
            .jvmOptions("-Dwaybill.home=" + HOME, "-Xmx256m", "-XX:TieredStopAtLevel=1")
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

  /** The processes that it started and left behind. */
  public List<String> left() {
    return started.stream()
        .filter(ProcessHandle::isAlive)
        .map(handle -> handle.pid() + " " + handle.info().commandLine().orElse(""))
        .toList();
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

  private void look() {
    ProcessHandle.of(process.pid()).ifPresent(lab -> lab.descendants().forEach(started::add));
  }
}
