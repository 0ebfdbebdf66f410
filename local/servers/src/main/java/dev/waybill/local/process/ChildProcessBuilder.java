package dev.waybill.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link ChildProcess}. Java programs run on the same JDK as this JVM. Standard output
 * and error go to one log file, appended; standard input is empty. A Ctrl-C that ends this JVM does
 * not reach the process, see {@link OwnSession}.
 */
public final class ChildProcessBuilder {
  /**
   * Options of a JVM that starts with as little work as it can: the second compiler and the
   * verification of byte code that a compiler has just written pay off only later or never.
   */
  public static final List<String> QUICK_START =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote",
          "-Dspring.backgroundpreinitializer.ignore=true");

  /** Kafka's client loads native code of LZ4, of which Java 24 and later warn otherwise. */
  private static final String NATIVE_CODE = "--enable-native-access=ALL-UNNAMED";

  /** The same code, in memory of its own; of that Java 24 and later warn, and no manifest helps. */
  private static final List<String> OWN_MEMORY =
      Runtime.version().feature() >= 24
          ? List.of("--sun-misc-unsafe-memory-access=allow")
          : List.of();

  private final String name;
  private final List<String> jvmOptions = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private List<String> program = List.of();
  private boolean java;
  private @Nullable Path logFile;
  private Signal onParentDeath = Signal.KILL;

  ChildProcessBuilder(String name) {
    this.name = name;
  }

  /** Runs {@code java -jar file}. */
  public ChildProcessBuilder jar(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("no such jar: " + file);
    }
    java = true;
    program = List.of("-jar", file.toString());
    return this;
  }

  /** Runs {@code java -cp classPath mainClass}. */
  public ChildProcessBuilder mainClass(String mainClass, String classPath) {
    java = true;
    // A jar that is run says it in its manifest.
    program = List.of(NATIVE_CODE, "-cp", classPath, mainClass);
    return this;
  }

  /** Runs a main class on the class path of this JVM. */
  public ChildProcessBuilder mainClass(Class<?> mainClass) {
    return mainClass(mainClass.getName(), System.getProperty("java.class.path"));
  }

  /** Runs any other program, found on the PATH. */
  public ChildProcessBuilder command(String... command) {
    java = false;
    program = List.of(command);
    return this;
  }

  /** Adds options of the JVM, such as {@code -Xmx256m}; they are ignored for other programs. */
  public ChildProcessBuilder jvmOptions(String... options) {
    jvmOptions.addAll(Arrays.asList(options));
    return this;
  }

  /**
   * Adds {@link #QUICK_START}: right for a process that lives for seconds or a few minutes and is
   * not measured.
   */
  public ChildProcessBuilder shortLived() {
    return jvmOptions(QUICK_START.toArray(String[]::new));
  }

  /** Adds arguments of the program. */
  public ChildProcessBuilder arguments(String... values) {
    arguments.addAll(Arrays.asList(values));
    return this;
  }

  /** Sets one variable beside those that this JVM has. */
  public ChildProcessBuilder environment(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The file to append the output to; by default a new temporary one. */
  public ChildProcessBuilder logFile(Path file) {
    logFile = file;
    return this;
  }

  /** How to end the process when this JVM is gone; by default with SIGKILL. */
  public ChildProcessBuilder onParentDeath(Signal signal) {
    onParentDeath = signal;
    return this;
  }

  /**
   * Starts the process and returns without waiting for anything.
   *
   * @throws UncheckedIOException when the program cannot be started
   */
  public ChildProcess start() {
    try {
      Path output = logFile != null ? logFile : Files.createTempFile(name + "-", ".log");
      LogFile log = LogFile.appendingTo(output);
      ProcessBuilder builder =
          new ProcessBuilder(OwnSession.commandLine(commandLine()))
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
      builder.environment().putAll(environment);
      Process process = builder.start();
      Watchdog.guard(process, onParentDeath);
      return new ChildProcess(name, process, log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + name, e);
    }
  }

  private List<String> commandLine() {
    List<String> line = new ArrayList<>();
    if (java) {
      line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      line.addAll(OWN_MEMORY);
      line.addAll(jvmOptions);
    }
    line.addAll(program);
    line.addAll(arguments);
    return line;
  }
}
