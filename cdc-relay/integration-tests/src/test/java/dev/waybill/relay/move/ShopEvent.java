package dev.waybill.relay.move;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** An event of the shop, from the Event Router or from Waybill. */
record ShopEvent(String id, String basket, String payload) {

  static ShopEvent of(ConsumerRecord<String, String> read) {
    boolean fromWaybill = read.headers().lastHeader("ce_id") != null;
    return fromWaybill
        ? new ShopEvent(header(read, "ce_id"), header(read, "ce_subject"), read.value())
        : new ShopEvent(header(read, "id"), read.key(), read.value());
  }

  private static String header(ConsumerRecord<String, String> read, String name) {
    return new String(read.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
