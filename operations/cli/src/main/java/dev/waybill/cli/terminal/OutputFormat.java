package dev.waybill.cli.terminal;

import java.util.Locale;

/** How data is written. */
public enum OutputFormat {
  /** For people; may change between releases. */
  TABLE,
  /** For scripts; fields are only ever added. */
  JSON;

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
