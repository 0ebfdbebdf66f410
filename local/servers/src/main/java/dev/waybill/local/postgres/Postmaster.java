package dev.waybill.local.postgres;

import dev.waybill.local.network.Ports;
import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.Signal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The server's main process over a cluster: started until it answers, stopped until it is gone. */
final class Postmaster {
  private static final Duration START_TIME = Duration.ofSeconds(60);
  private static final Duration STOP_TIME = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Cluster cluster;
  private final Map<String, String> settings;
  private final int port;
  private @Nullable ChildProcess process;

  Postmaster(Cluster cluster, Map<String, String> settings, int port) {
    this.cluster = cluster;
    this.settings = Map.copyOf(settings);
    this.port = port == 0 ? Ports.free() : port;
  }

  int port() {
    return port;
  }

  String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }

  long pid() {
    return running().pid();
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** The exit code of a server that ended although nobody stopped it. */
  OptionalInt exitCode() {
    return process == null ? OptionalInt.empty() : process.exitCode();
  }

  void start() {
    if (isRunning()) {
      throw new IllegalStateException("PostgreSQL on port " + port + " is already running");
    }
    if (Ports.isTaken(port)) {
      throw new IllegalStateException("port " + port + " is taken, so PostgreSQL cannot listen");
    }
    StalePidFile.removeFrom(cluster.data());
    long end = System.nanoTime() + START_TIME.toNanos();
    process = launch();
    while (!answers()) {
      if (!process.isAlive() && leftoversOfAnEarlierServer()) {
        process = launch();
      }
      if (!process.isAlive() || System.nanoTime() > end) {
        String lastWords = process.logTail();
        process.kill();
        throw new IllegalStateException("PostgreSQL did not come up:\n" + lastWords);
      }
      pause();
    }
  }

  void stop(StopMode mode) {
    ChildProcess current = running();
    current.signal(mode.signal());
    current.awaitExit(STOP_TIME);
    process = null;
  }

  private ChildProcess launch() {
    List<String> arguments = new ArrayList<>(List.of("-D", cluster.data().toString()));
    settings.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    arguments.addAll(List.of("-c", "port=" + port));
    return ChildProcess.builder("postgres")
        .command(cluster.commandLine("postgres", arguments))
        .environment("LC_ALL", "C")
        .logFile(cluster.log())
        .onParentDeath(Signal.QUIT)
        .start();
  }

  /** A server that was just killed may have children that have not noticed yet. */
  private boolean leftoversOfAnEarlierServer() {
    String log = process == null ? "" : process.logTail();
    return log.contains("pre-existing shared memory block")
        || log.contains("lock file \"postmaster.pid\" already exists");
  }

  private boolean answers() {
    try (Connection connection = connect("postgres")) {
      return connection.isValid(5);
    } catch (SQLException e) {
      // Not yet: it is starting, or recovering from a crash.
      return false;
    }
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        jdbcUrl(database) + "?loginTimeout=5",
        LocalPostgres.SUPERUSER,
        cluster.superuserPassword());
  }

  private ChildProcess running() {
    if (process == null) {
      throw new IllegalStateException("PostgreSQL on port " + port + " is stopped");
    }
    return process;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while PostgreSQL was starting", e);
    }
  }
}
