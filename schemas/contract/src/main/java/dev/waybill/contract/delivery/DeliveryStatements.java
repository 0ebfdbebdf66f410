package dev.waybill.contract.delivery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What a subscription file states of its deliveries.
 *
 * @param retry how a failing delivery is tried again
 * @param entries one for each subscribed type, in the order of the file
 */
public record DeliveryStatements(RetryPlan retry, List<DeliveryStatement> entries) {

  private static final YAMLMapper YAML = YAMLMapper.builder().build();

  /** Where no file states anything. */
  public static DeliveryStatements none() {
    return new DeliveryStatements(RetryPlan.DEFAULT, List.of());
  }

  public DeliveryStatements {
    entries = List.copyOf(entries);
  }

  /**
   * Reads the text of a subscription file.
   *
   * @throws IllegalArgumentException when the field {@code retry} is none
   * @throws tools.jackson.core.JacksonException when the text is no YAML
   */
  public static DeliveryStatements parse(String yaml) {
    JsonNode document = YAML.readTree(yaml);
    Map<String, String> common = fields(document.path("delivery"));
    List<DeliveryStatement> entries = new ArrayList<>();
    for (JsonNode entry : document.path("subscribes")) {
      Map<String, String> stated = new HashMap<>(common);
      stated.putAll(fields(entry.path("delivery")));
      entries.add(new DeliveryStatement(entry.path("type").asString(), stated));
    }
    return new DeliveryStatements(RetryPlan.read(document.path("retry")), entries);
  }

  private static Map<String, String> fields(JsonNode delivery) {
    Map<String, String> fields = new HashMap<>();
    delivery
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().asString("")));
    return fields;
  }
}
