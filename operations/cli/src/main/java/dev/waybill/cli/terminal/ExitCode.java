package dev.waybill.cli.terminal;

/** What the process's exit status tells a script. The numbers are public and never change. */
public enum ExitCode {
  OK(0, "done, or nothing to do"),
  FAILURE(1, "it failed, or a problem was found"),
  USAGE(2, "the command line or a file given to it is wrong; nothing was changed"),
  NOTHING_FOUND(3, "what was asked for does not exist"),
  DENIED(4, "not allowed"),
  CONFLICT(5, "somebody else was faster, or the change does not fit what is there"),
  PARTLY(6, "it finished, and some of it failed or remains"),
  UNREACHABLE(7, "a server did not answer");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  /** For the help text. */
  public String meaning() {
    return meaning;
  }
}
