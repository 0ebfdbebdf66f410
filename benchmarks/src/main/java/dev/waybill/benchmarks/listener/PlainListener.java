package dev.waybill.benchmarks.listener;

import dev.waybill.lab.effects.EffectTable;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Notes the id first and writes the effect if it was new, in one transaction; the offset is
 * committed after that. The effect is that of the lab's handler.
 */
class PlainListener {

  private static final String DEDUPE =
      "INSERT INTO lab.processed (message_id) VALUES (?) ON CONFLICT (message_id) DO NOTHING";

  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;

  PlainListener(JdbcClient jdbc, TransactionTemplate transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  @KafkaListener(
      topics = "${" + PlainListenerApplication.TOPIC + "}",
      groupId = "${" + PlainListenerApplication.GROUP + "}")
  void on(ConsumerRecord<String, byte[]> record) {
    UUID id = UUID.fromString(record.key());
    Created event = json.readValue(record.value(), Created.class);
    transaction.executeWithoutResult(
        status -> {
          if (jdbc.sql(DEDUPE).param(id).update() == 1) {
            EffectTable.insert(jdbc, id, record.partition(), event.activityId());
          }
        });
  }

  /** What the effect takes from the event. */
  record Created(String activityId) {}
}
