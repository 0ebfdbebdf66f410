package dev.waybill.lab.stack;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/** Tells of each part that is up in one aligned line, and of the end if anything was up. */
public final class StartupLines implements Startup {
  private final PrintWriter writer;
  private boolean anythingUp;

  private StartupLines(PrintWriter writer) {
    this.writer = writer;
  }

  /** Lines for people on {@code writer}. */
  public static Startup to(PrintWriter writer) {
    return new StartupLines(writer);
  }

  @Override
  public synchronized void up(String part, String where, long millis) {
    anythingUp = true;
    line("  %-18s %-24s %5.1f s", part, where, millis / 1000.0);
  }

  @Override
  public synchronized void stopping() {
    if (anythingUp) {
      line("%nStopping.");
    }
  }

  @Override
  public synchronized void stopped(Path data) {
    if (anythingUp) {
      line("Stopped. Data and logs: %s", data);
    }
  }

  private void line(String format, Object... values) {
    writer.printf(Locale.ROOT, format + "%n", values);
    writer.flush();
  }
}
