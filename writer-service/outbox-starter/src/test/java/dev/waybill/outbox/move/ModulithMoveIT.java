package dev.waybill.outbox.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.outbox.OutboxDatabase;
import dev.waybill.outbox.refused.NoTransactionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** A service leaves Modulith's externalization by the steps of the guide's page. */
class ModulithMoveIT {

  private static final Path PAGE =
      Path.of("..", "..", "docs", "guides", "move-from-spring-modulith.md");
  private static final Path SOURCES =
      Path.of("src", "test", "java", "dev", "waybill", "outbox", "move");
  private static final Pattern BLOCK =
      Pattern.compile("^ *```(java|sql)\\n(.*?)^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern REGION =
      Pattern.compile(
          "^// guide: (?!end)[^\\n]*\\n(.*?)^// guide: end$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final OutboxDatabase DATABASE = OutboxDatabase.migrated();

  private final JdbcTemplate relay = new JdbcTemplate(DATABASE.relay());

  @AfterAll
  static void close() {
    DATABASE.close();
  }

  @Test
  void stagesAnEventWithTheTransactionThatPublishesIt() {
    try (AnnotationConfigApplicationContext application = application()) {
      TransactionTemplate transaction =
          new TransactionTemplate(new JdbcTransactionManager(DATABASE.writer()));
      BasketPaid event = new BasketPaid("1", 2, new BigDecimal("19.90"));

      transaction.executeWithoutResult(
          status -> {
            application.publishEvent(event);
            status.setRollbackOnly();
          });
      assertThat(payloads("1")).isEmpty();
      transaction.executeWithoutResult(status -> application.publishEvent(event));
      assertThat(payloads("1"))
          .containsExactly("{\"basketId\":\"1\",\"version\":2,\"total\":19.90}");
      assertThatThrownBy(() -> application.publishEvent(event))
          .isInstanceOf(NoTransactionException.class);
    }
  }

  @Test
  void stagesOnceWhatModulithHadNotSent() throws SQLException {
    try (Connection connection = DATABASE.migrator().getConnection()) {
      stagesWhatIsLeft(new JdbcTemplate(new SingleConnectionDataSource(connection, true)));
    }
  }

  private void stagesWhatIsLeft(JdbcTemplate migrator) {
    migrator.execute("CREATE SCHEMA shop");
    migrator.execute("SET search_path = shop");
    migrator.execute(
        """
        CREATE TABLE event_publication (
          id uuid PRIMARY KEY, listener_id text NOT NULL, event_type text NOT NULL,
          serialized_event text NOT NULL, publication_date timestamptz NOT NULL,
          completion_date timestamptz, status text, completion_attempts int,
          last_resubmission_date timestamptz)
        """);
    String sends =
        "org.springframework.modulith.events.support.DelegatingEventExternalizer.externalize(java.lang.Object)";
    publication(migrator, sends, 2, "now() - interval '1 minute'", "NULL");
    publication(migrator, sends, 1, "now() - interval '2 minutes'", "NULL");
    publication(migrator, sends, 3, "now()", "now()");
    publication(
        migrator, "com.example.shop.Stock.on(com.example.shop.BasketPaid)", 2, "now()", "NULL");

    assertThat(migrator.queryForMap(sql(0))).containsEntry("count", 2L);
    migrator.queryForList(sql(1));
    assertThat(migrator.queryForMap(sql(0))).containsEntry("count", 0L);
    assertThat(migrator.queryForList(sql(1))).isEmpty();
    assertThat(payloads("7"))
        .containsExactly(
            "{\"basketId\":\"7\",\"version\":1,\"total\":1}",
            "{\"basketId\":\"7\",\"version\":2,\"total\":1}");
  }

  @Test
  void showsExactlyTheCodeThatRuns() {
    assertThat(blocks("java"))
        .containsExactlyElementsOf(
            Stream.of("BasketPaid.java", "Departures.java")
                .map(file -> region(text(SOURCES.resolve(file))))
                .toList());
  }

  private static AnnotationConfigApplicationContext application() {
    AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
    application.registerBean(
        Departures.class,
        () ->
            new Departures(OutboxDatabase.outbox(DATABASE.writer()), JsonMapper.builder().build()));
    application.refresh();
    return application;
  }

  private static void publication(
      JdbcTemplate migrator, String listener, int version, String published, String completed) {
    migrator.update(
        """
        INSERT INTO event_publication (
          id, listener_id, event_type, serialized_event, publication_date, completion_date)
        VALUES (gen_random_uuid(), ?, 'com.example.shop.BasketPaid', ?, %s, %s)
        """
            .formatted(published, completed),
        listener,
        "{\"basketId\":\"7\",\"version\":%d,\"total\":1}".formatted(version));
  }

  private List<String> payloads(String basket) {
    return relay.queryForList(
        "SELECT payload::text FROM outbox.message WHERE aggregate_id = ? ORDER BY seq",
        String.class,
        basket);
  }

  private static String sql(int number) {
    return blocks("sql").get(number);
  }

  private static List<String> blocks(String language) {
    return BLOCK
        .matcher(text(PAGE))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2).stripTrailing().stripIndent())
        .toList();
  }

  private static String region(String source) {
    Matcher region = REGION.matcher(source);
    assertThat(region.find()).isTrue();
    return region.group(1).stripTrailing();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
