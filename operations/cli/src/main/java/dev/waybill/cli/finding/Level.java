package dev.waybill.cli.finding;

import java.util.Locale;

/** How bad a finding is. */
public enum Level {
  OK,
  /** Works, but somebody should know. */
  WARNING,
  /** Messages do not flow, or will stop flowing. */
  PROBLEM,
  /** Could not be looked at, because something else is missing; that is a finding of its own. */
  SKIPPED;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
