package dev.waybill.relay.move;

import static org.awaitility.Awaitility.await;

import io.debezium.data.Envelope;
import io.debezium.transforms.outbox.EventRouter;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The path that is left: the real Event Router with its defaults, and Connect's {@code
 * StringConverter}. Rows are read from the table instead of the log.
 */
final class OldConnector implements AutoCloseable {

  private static final List<String> COLUMNS =
      List.of("id", "aggregatetype", "aggregateid", "type", "payload");
  private static final Schema ROW = row();
  private static final Envelope ENVELOPE =
      Envelope.defineSchema()
          .withName("shop.outbox_event.Envelope")
          .withRecord(ROW)
          .withSource(SchemaBuilder.struct().name("source").build())
          .build();

  private final EventRouter<SourceRecord> router = new EventRouter<>();
  private final KafkaProducer<String, String> producer;
  private final JdbcClient owner;
  private int sent;

  OldConnector(JdbcClient owner, String bootstrapServers) {
    this.owner = owner;
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringSerializer(),
            new StringSerializer());
    router.configure(Map.of());
  }

  /** Sends the rows that it has not sent. */
  void catchUp() {
    List<Struct> rows =
        owner
            .sql(
                """
                SELECT id::text, aggregatetype, aggregateid, type, payload
                FROM shop.outbox_event ORDER BY ctid OFFSET :sent
                """)
            .param("sent", sent)
            .query((row, index) -> struct(row))
            .list();
    rows.forEach(this::send);
    sent += rows.size();
  }

  private void send(Struct row) {
    SourceRecord change =
        new SourceRecord(
            Map.of(),
            Map.of(),
            "server.shop.outbox_event",
            ENVELOPE.schema(),
            ENVELOPE.create(
                row, new Struct(ENVELOPE.schema().field("source").schema()), Instant.EPOCH));
    SourceRecord routed = router.apply(change);
    ProducerRecord<String, String> record =
        new ProducerRecord<>(routed.topic(), (String) routed.key(), (String) routed.value());
    routed
        .headers()
        .forEach(
            header ->
                record
                    .headers()
                    .add(header.key(), header.value().toString().getBytes(StandardCharsets.UTF_8)));
    Future<RecordMetadata> sent = producer.send(record);
    await().atMost(Duration.ofSeconds(30)).until(sent::isDone);
  }

  private static Struct struct(ResultSet row) throws SQLException {
    Struct struct = new Struct(ROW);
    for (String column : COLUMNS) {
      struct.put(column, row.getString(column));
    }
    return struct;
  }

  private static Schema row() {
    SchemaBuilder builder = SchemaBuilder.struct().name("shop.outbox_event.Value");
    COLUMNS.forEach(column -> builder.field(column, Schema.STRING_SCHEMA));
    return builder.build();
  }

  @Override
  public void close() {
    router.close();
    producer.close();
  }
}
