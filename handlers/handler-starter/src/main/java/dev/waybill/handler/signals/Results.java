package dev.waybill.handler.signals;

import dev.waybill.handler.batch.Verdict;
import java.util.List;

/** The values of the label {@code result}. */
final class Results implements Verdict.Cases<String> {

  static final String COMPLETED = "completed";

  static final List<String> ALL =
      List.of(COMPLETED, "retry", "dead-letter", "ignored", "skipped", "uncounted");

  @Override
  public String retryIn(Verdict.RetryIn verdict) {
    return "retry";
  }

  @Override
  public String deadLetter(Verdict.DeadLetter verdict) {
    return "dead-letter";
  }

  @Override
  public String ignored(Verdict.Ignored verdict) {
    return "ignored";
  }

  @Override
  public String skipped(Verdict.Skipped verdict) {
    return "skipped";
  }

  @Override
  public String uncounted(Verdict.Uncounted verdict) {
    return "uncounted";
  }
}
