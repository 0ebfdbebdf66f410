package dev.waybill.relay.testbed;

import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.Writes;
import dev.waybill.local.topics.TopicReader;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Stages messages, remembers what was committed, and compares that with the topics. */
public final class Load {

  private final RelayTestbed testbed;
  private final Writes writes = new Writes();
  private final Map<String, Long> versions = new HashMap<>();

  public Load(RelayTestbed testbed) {
    this.testbed = testbed;
  }

  /** Stages and commits {@code count} messages of a key, each in a transaction of its own. */
  public void commit(String key, int count) {
    JdbcClient writer = testbed.as("waybill_writer");
    for (int i = 0; i < count; i++) {
      TestMessage message = next(key);
      message.stage(writer);
      committed(message);
    }
  }

  /** Opens a transaction that stages until it is ended. */
  public OpenTransaction begin() {
    return new OpenTransaction();
  }

  /** Commits {@code count} rows by one COPY, which gives them all one position in the WAL. */
  public void copy(String key, int count) {
    copy(key, messages(key, count));
  }

  /** The same, with payloads of so many bytes. */
  public void copyLarge(String key, int count, int bytes) {
    String payload = "{\"text\": \"" + "x".repeat(bytes) + "\"}";
    copy(key, messages(key, count).stream().map(each -> each.withPayload(payload)).toList());
  }

  private void copy(String key, List<TestMessage> messages) {
    try (Connection connection = testbed.source("waybill_writer").getConnection()) {
      connection.setAutoCommit(false);
      StringBuilder rows = new StringBuilder();
      try (Statement statement = connection.createStatement()) {
        statement.execute(TestMessage.lock(key));
        for (TestMessage message : messages) {
          rows.append(message.copyLine(nextNumber(statement)));
        }
      }
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(TestMessage.COPY, new StringReader(rows.toString()));
      connection.commit();
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
    messages.forEach(this::committed);
  }

  /** Commits {@code count} rows by one INSERT. */
  public void multiRowInsert(String key, int count) {
    List<TestMessage> messages = messages(key, count);
    try (OpenTransaction transaction = begin()) {
      TestMessage.stageAll(transaction.client(), messages);
      transaction.commit();
    }
    messages.forEach(this::committed);
  }

  /** How many records the topics of the handlers hold. */
  public long received(String... handlers) {
    AtomicLong count = new AtomicLong();
    new TopicReader(testbed.kafka().bootstrapServers())
        .readAll(topics(handlers), record -> count.incrementAndGet());
    return count.get();
  }

  /** How many messages were committed. */
  public int size() {
    return writes.committedCount();
  }

  /** What the topics of the handlers hold, against what was committed. */
  public History history(String... handlers) {
    List<String> topics = topics(handlers);
    HistoryChecker checker = new HistoryChecker(writes, topics);
    new TopicReader(testbed.kafka().bootstrapServers())
        .readAll(
            topics,
            record ->
                checker.received(
                    new Received(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        UUID.fromString(Objects.requireNonNull(record.key())))));
    return checker.history();
  }

  private static long nextNumber(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT nextval('outbox.message_seq')")) {
      row.next();
      return row.getLong(1);
    }
  }

  private List<String> topics(String... handlers) {
    return Stream.of(handlers).map(testbed::topic).toList();
  }

  private List<TestMessage> messages(String key, int count) {
    return Stream.generate(() -> next(key)).limit(count).toList();
  }

  private TestMessage next(String key) {
    return TestMessage.of(key, versions.merge(key, 1L, Long::sum));
  }

  private void committed(TestMessage message) {
    writes.committed(message.id(), message.key(), message.version());
  }

  /** One connection with a transaction open. */
  public final class OpenTransaction implements AutoCloseable {

    private final SingleConnectionDataSource source;
    private final List<TestMessage> staged = new ArrayList<>();

    private OpenTransaction() {
      try {
        Connection connection = testbed.source("waybill_writer").getConnection();
        connection.setAutoCommit(false);
        source = new SingleConnectionDataSource(connection, true);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    public OpenTransaction stage(String key, int count) {
      for (int i = 0; i < count; i++) {
        TestMessage message = next(key);
        message.stage(client());
        staged.add(message);
      }
      return this;
    }

    /** Stages within a savepoint, which is then kept or rolled back. */
    public OpenTransaction stageWithin(String key, int count, boolean kept) {
      int before = staged.size();
      client().sql("SAVEPOINT inner_one").update();
      stage(key, count);
      if (kept) {
        client().sql("RELEASE SAVEPOINT inner_one").update();
      } else {
        client().sql("ROLLBACK TO SAVEPOINT inner_one").update();
        List<TestMessage> undone = staged.subList(before, staged.size());
        undone.forEach(message -> writes.rolledBack(message.id()));
        undone.clear();
      }
      return this;
    }

    /** The transaction's own client, for other statements. */
    public JdbcClient client() {
      return JdbcClient.create(source);
    }

    public void commit() {
      end("COMMIT");
      staged.forEach(Load.this::committed);
    }

    public void rollback() {
      end("ROLLBACK");
      staged.forEach(message -> writes.rolledBack(message.id()));
    }

    private void end(String statement) {
      client().sql(statement).update();
      close();
    }

    @Override
    public void close() {
      source.destroy();
    }
  }
}
