package dev.waybill.cli.plan;

/**
 * Something to know before applying.
 *
 * @param subject the handler or type that it is about
 */
public record Notice(Severity severity, String subject, String message, String remedy) {

  /** How bad it is. */
  public enum Severity {
    /** It may be applied. */
    WARNING,
    /** It may not be applied as it is. */
    REFUSAL
  }

  static Notice warning(String subject, String message, String remedy) {
    return new Notice(Severity.WARNING, subject, message, remedy);
  }

  static Notice refusal(String subject, String message, String remedy) {
    return new Notice(Severity.REFUSAL, subject, message, remedy);
  }

  public boolean refuses() {
    return severity == Severity.REFUSAL;
  }
}
