package dev.waybill.handler.signals;

import dev.waybill.handler.registry.HandlerDefinition;
import dev.waybill.handler.status.HandlerStatus;
import dev.waybill.handler.status.StatusBoard;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@code /actuator/handlers}: each handler with its topic, group, policies and how it does in this
 * instance. Reads only, and holds nothing of a payload.
 */
@Endpoint(id = "handlers")
public final class HandlersEndpoint {

  private final Supplier<List<HandlerDefinition>> handlers;
  private final StatusBoard board;

  /**
   * @param handlers of this application, once they are found
   */
  public HandlersEndpoint(Supplier<List<HandlerDefinition>> handlers, StatusBoard board) {
    this.handlers = handlers;
    this.board = board;
  }

  /** All handlers by their id. */
  @ReadOperation
  public Map<String, Map<String, Object>> handlers() {
    Map<String, Map<String, Object>> all = new TreeMap<>();
    handlers.get().forEach(handler -> all.put(handler.id().value(), describe(handler)));
    return all;
  }

  private Map<String, Object> describe(HandlerDefinition handler) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("topic", handler.topic());
    described.put("group", handler.group());
    described.put("ordering", name(handler.subscription().layout().ordering()));
    described.put("afterDeadLetter", name(handler.subscription().failing().afterDeadLetter()));
    described.put(
        "unsupportedVersion", name(handler.subscription().failing().unsupportedVersion()));
    described.put("types", handler.reads());
    String disabled = board.disabled();
    if (disabled == null) {
      describe(board.of(handler.id()), described);
    } else {
      described.put("disabled", disabled);
    }
    return described;
  }

  private static void describe(HandlerStatus status, Map<String, Object> described) {
    described.put("listening", status.isListening());
    put(described, "waitingFor", status.waitingFor());
    put(described, "held", status.held());
    put(described, "trouble", status.trouble());
    put(described, "lastSuccessAt", status.lastSuccessAt());
    put(described, "lastFailureAt", status.lastFailureAt());
    described.put("processingLagMillis", status.processingLag().toMillis());
    described.put("inbox", status.look());
    Map<String, String> partitions = new TreeMap<>();
    status
        .partitions()
        .forEach((partition, each) -> partitions.put(partition.toString(), each.describe()));
    described.put("partitions", partitions);
  }

  private static void put(Map<String, Object> described, String name, @Nullable Object value) {
    if (value != null) {
      described.put(name, value);
    }
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
