package dev.waybill.lab.stack;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells of each part that is up in one aligned line. */
public final class StartupLines {
  private StartupLines() {}

  /** Lines for people on {@code writer}. */
  public static Startup to(PrintWriter writer) {
    return (part, where, millis) -> {
      writer.printf(Locale.ROOT, "  %-18s %-24s %5.1f s%n", part, where, millis / 1000.0);
      writer.flush();
    };
  }
}
