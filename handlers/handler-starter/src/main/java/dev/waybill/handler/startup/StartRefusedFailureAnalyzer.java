package dev.waybill.handler.startup;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints problem and remedy where a stack trace would bury them. */
final class StartRefusedFailureAnalyzer extends AbstractFailureAnalyzer<StartRefusedException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StartRefusedException cause) {
    return new FailureAnalysis(cause.problem() + ".", cause.remedy(), cause);
  }
}
