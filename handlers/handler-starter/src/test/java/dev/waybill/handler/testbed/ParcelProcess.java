package dev.waybill.handler.testbed;

import dev.waybill.local.process.ChildProcess;
import dev.waybill.local.process.ChildProcessBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** One instance of the application in a process of its own, which can be killed and frozen. */
public final class ParcelProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final ChildProcess process;

  private ParcelProcess(ChildProcess process) {
    this.process = process;
  }

  public static ParcelProcess start(Class<?> main, Map<String, String> settings) {
    ChildProcessBuilder builder =
        ChildProcess.builder("parcels")
            .mainClass(main)
            .shortLived()
            .jvmOptions("-Xmx192m", "-Dspring.main.web-application-type=none");
    settings.forEach((name, value) -> builder.jvmOptions("-D" + name + "=" + value));
    return new ParcelProcess(builder.start());
  }

  public void awaitLine(String text) {
    process.awaitLine(Pattern.compile(Pattern.quote(text)), PATIENCE);
  }

  /** Returns when the process has ended. */
  public void awaitExit() {
    process.awaitExit(PATIENCE);
  }

  public ChildProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
