package dev.waybill.benchmarks.publish;

import dev.waybill.lab.stack.Role;
import dev.waybill.lab.stack.Stack;
import dev.waybill.local.history.History;
import dev.waybill.local.history.HistoryChecker;
import dev.waybill.local.history.Received;
import dev.waybill.local.history.TopicHistory;
import dev.waybill.local.history.Writes;
import dev.waybill.local.topics.TopicReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Every topic compared with every row of the outbox, when all is quiet. */
record StoredHistory(History history) {

  private static final String ROWS =
      "SELECT message_id, ordering_key, seq FROM outbox.message ORDER BY seq";

  static StoredHistory compare(Stack stack, List<String> topics) throws SQLException {
    Writes writes = new Writes();
    try (Connection connection = stack.database(Role.MIGRATOR).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(ROWS)) {
      while (row.next()) {
        writes.committed(
            row.getObject("message_id", UUID.class),
            row.getString("ordering_key"),
            row.getLong("seq"));
      }
    }
    HistoryChecker checker = new HistoryChecker(writes, topics);
    new TopicReader(stack.bootstrapServers())
        .readAll(
            topics,
            record ->
                checker.received(
                    new Received(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        UUID.fromString(String.valueOf(record.key())))));
    return new StoredHistory(checker.history());
  }

  boolean clean() {
    return history.clean();
  }

  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (TopicHistory topic : history.topics()) {
      if (!topic.clean()) {
        remarks.add(
            topic.topic()
                + ": lost "
                + topic.lost()
                + ", doubled "
                + topic.doubled()
                + ", ghosts "
                + topic.ghosts()
                + ", reordered "
                + topic.reordered());
      }
    }
    return remarks;
  }
}
