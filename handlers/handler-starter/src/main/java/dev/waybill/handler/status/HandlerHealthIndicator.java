package dev.waybill.handler.status;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Health of the handling: DOWN when a consuming thread has ended, OUT_OF_SERVICE when a handler
 * cannot begin, Kafka does not answer, no poll returns or a partition is paused, else UP. UNKNOWN
 * where the settings switch the handling off: such an instance is neither broken nor any proof that
 * messages are handled, and takes nothing else out of service. It says nothing about the rest of
 * the service: a failing message is no reason to take a read endpoint out of traffic or to restart
 * the process.
 */
public final class HandlerHealthIndicator extends AbstractHealthIndicator {

  private final StatusBoard board;

  public HandlerHealthIndicator(StatusBoard board) {
    this.board = board;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    String disabled = board.disabled();
    if (disabled != null) {
      builder.unknown().withDetail("disabled", disabled);
      return;
    }
    builder.status(status());
    board.all().forEach(handler -> builder.withDetail(handler.handler().value(), detail(handler)));
  }

  private Status status() {
    if (!board.all().stream().allMatch(HandlerStatus::isListening)) {
      return Status.DOWN;
    }
    return board.all().stream().allMatch(HandlerStatus::isHealthy)
        ? Status.UP
        : Status.OUT_OF_SERVICE;
  }

  private static Map<String, Object> detail(HandlerStatus handler) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("listening", handler.isListening());
    String waitingFor = handler.waitingFor();
    if (waitingFor != null) {
      detail.put("waitingFor", waitingFor);
    }
    String trouble = handler.trouble();
    if (trouble != null) {
      detail.put("trouble", trouble);
    }
    String held = handler.held();
    if (held != null) {
      detail.put("held", held);
    }
    detail.put("gaps", handler.gaps());
    handler
        .partitions()
        .forEach((partition, status) -> detail.put(partition.toString(), status.describe()));
    return detail;
  }
}
