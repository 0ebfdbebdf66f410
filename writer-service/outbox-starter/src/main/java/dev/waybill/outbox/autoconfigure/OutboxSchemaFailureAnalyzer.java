package dev.waybill.outbox.autoconfigure;

import dev.waybill.outbox.schema.OutboxSchemaException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints problem and remedy where a stack trace would bury them. */
final class OutboxSchemaFailureAnalyzer extends AbstractFailureAnalyzer<OutboxSchemaException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, OutboxSchemaException cause) {
    return new FailureAnalysis(cause.problem() + ".", cause.remedy(), cause);
  }
}
