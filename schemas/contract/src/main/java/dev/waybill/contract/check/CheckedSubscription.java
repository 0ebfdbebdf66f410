package dev.waybill.contract.check;

import dev.waybill.contract.delivery.DeliveryStatements;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.yaml.YamlLines;

/** One subscription as its file has it. */
record CheckedSubscription(
    String file, Subscription subscription, DeliveryStatements deliveries, YamlLines lines) {

  String handler() {
    return subscription.handler().value();
  }

  /** File and line of a field of the entry of that number, from 0, or of the entry itself. */
  String at(int entry, String field) {
    return file + ":" + lines.line("/subscribes/" + entry + "/" + field);
  }
}
