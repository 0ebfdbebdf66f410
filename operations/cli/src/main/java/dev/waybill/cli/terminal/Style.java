package dev.waybill.cli.terminal;

/** A style of text on a terminal, as ANSI escape codes. */
public enum Style {
  GOOD("32"),
  WARNING("33"),
  BAD("31"),
  STRONG("1"),
  FAINT("2");

  static final String RESET = "\u001b[0m";

  private final String code;

  Style(String code) {
    this.code = code;
  }

  String start() {
    return "\u001b[" + code + "m";
  }
}
