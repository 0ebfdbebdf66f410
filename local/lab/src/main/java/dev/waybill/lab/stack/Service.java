package dev.waybill.lab.stack;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessException;
import dev.waybill.local.process.Signal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One packaged Spring Boot service of a stack, which can be killed and started again. Safe for use
 * from several threads.
 */
public final class Service implements AutoCloseable {
  private static final Duration READY_TIME = Duration.ofMinutes(2);

  private final String name;
  private final Path jar;
  private final URI address;
  private final Path log;
  private final String settings;
  private @Nullable ChildProcess process;

  /**
   * @param settings Spring properties; they win over those of the jar and of the environment
   */
  Service(String name, Path jar, int port, Path log, Map<String, ?> settings) {
    this.name = name;
    this.jar = jar;
    this.address = URI.create("http://127.0.0.1:" + port);
    this.log = log;
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    settings.forEach((key, value) -> json.put(key, value.toString()));
    json.put("server.port", port);
    this.settings = json.toString();
  }

  /** What it is called in messages. */
  public String name() {
    return name;
  }

  /** The address of its HTTP port. */
  public URI address() {
    return address;
  }

  /** The file with its output. */
  public Path log() {
    return log;
  }

  /** Starts a new process and returns at once. */
  public synchronized void start() {
    process =
        ChildProcess.builder(name)
            .jar(jar)
            // A quick start on few cores is worth more here than the last bit of speed.
            .jvmOptions("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .environment("SPRING_APPLICATION_JSON", settings)
            .logFile(log)
            .start();
  }

  /**
   * Waits until the service says that it is ready.
   *
   * @throws CommandFailure with its last output when it ends or does not become ready
   */
  public void awaitReady() {
    try {
      running()
          .awaitHttp(
              address.resolve("/actuator/health/readiness"),
              answer -> answer.statusCode() == 200,
              READY_TIME);
    } catch (ChildProcessException e) {
      throw CommandFailure.because(
          ExitCode.FAILURE, name + " did not become ready", e.getMessage(), "see " + log, e);
    }
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() {
    running().kill();
  }

  /** Whether the process runs. */
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Asks the process to end, without waiting; {@link #close} waits. */
  synchronized void askToEnd() {
    if (process != null && process.isAlive()) {
      process.signal(Signal.TERM);
    }
  }

  /** Ends the process, by force after four seconds. */
  @Override
  public synchronized void close() {
    if (process != null) {
      process.terminate(Stack.GRACE);
    }
  }

  private synchronized ChildProcess running() {
    if (process == null) {
      throw new IllegalStateException(name + " was not started");
    }
    return process;
  }
}
