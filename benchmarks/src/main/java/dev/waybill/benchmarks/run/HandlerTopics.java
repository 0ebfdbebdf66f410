package dev.waybill.benchmarks.run;

import dev.waybill.contract.subscription.SubscriptionFiles;
import dev.waybill.lab.stack.Checkout;
import dev.waybill.lab.stack.StackOptions;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** How many handlers a message is for: those of the checkout, and more that nobody runs. */
public final class HandlerTopics {

  @Option(
      names = "--handlers",
      paramLabel = "N",
      description =
          "Handlers that each message is for, each with a topic of three partitions."
              + " Default: ${DEFAULT-VALUE}.")
  private int handlers = 4;

  /**
   * The subscription files of those that the checkout lacks.
   *
   * @param type what every one of them subscribes to
   */
  public Map<String, String> missing(String type) {
    long there =
        SubscriptionFiles.read(new Checkout(StackOptions.home()).subscriptionsFolder()).stream()
            .filter(subscription -> subscription.entry(type).isPresent())
            .count();
    Map<String, String> files = new TreeMap<>();
    for (long i = there + 1; i <= handlers; i++) {
      files.put("bench-" + i, file("bench-" + i, type));
    }
    return files;
  }

  private static String file(String handler, String type) {
    return """
        handler: %s
        owner: waybill
        partitions: 3
        ordering: key
        status: active
        clearance: internal
        subscribes:
          - type: %s
            versions: [1]
        """
        .formatted(handler, type);
  }
}
