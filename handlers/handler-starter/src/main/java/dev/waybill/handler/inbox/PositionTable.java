package dev.waybill.handler.inbox;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.position.Partition;
import dev.waybill.handler.position.Position;
import dev.waybill.handler.position.StoredPosition;
import dev.waybill.handler.position.TopicId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/** The one owner of {@code inbox.position}. Thread-safe. */
public class PositionTable {

  private static final String FIND =
      """
      SELECT topic_id, next_offset, leader_epoch, incarnation
      FROM inbox.position
      WHERE handler = ? AND topic = ? AND partition = ?
      """;

  /** The upsert makes one of two instances that begin at once see the other's decision. */
  private static final String SET =
      """
      INSERT INTO inbox.position AS p (
        handler, topic, partition, topic_id, next_offset, leader_epoch, incarnation, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, 1, clock_timestamp())
      ON CONFLICT (handler, topic, partition) DO UPDATE
      SET topic_id = excluded.topic_id, next_offset = excluded.next_offset,
          leader_epoch = excluded.leader_epoch, incarnation = p.incarnation + 1,
          updated_at = excluded.updated_at
      RETURNING incarnation
      """;

  /**
   * Never backwards: an instance that woke up late may only find the position further on. Never
   * over a hole: when the stored position lies before the one that the batch was read from, the
   * database was restored meanwhile. Never across a decision: see incarnation.
   */
  private static final String ADVANCE =
      """
      UPDATE inbox.position AS p
      SET leader_epoch =
            CASE WHEN m.next_offset >= p.next_offset THEN m.leader_epoch ELSE p.leader_epoch END,
          next_offset = greatest(p.next_offset, m.next_offset),
          updated_at = clock_timestamp()
      FROM unnest(
        ?::text[], ?::integer[], ?::uuid[], ?::bigint[], ?::bigint[], ?::bigint[], ?::integer[])
        AS m (topic, partition, topic_id, incarnation, from_offset, next_offset, leader_epoch)
      WHERE p.handler = ? AND p.topic = m.topic AND p.partition = m.partition
        AND p.topic_id = m.topic_id AND p.incarnation = m.incarnation
        AND p.next_offset >= m.from_offset
      """;

  private static final String TAKE =
      """
      UPDATE inbox.position AS p
      SET in_use = true
      FROM (
        SELECT in_use FROM inbox.position
        WHERE handler = :handler AND topic = :topic AND partition = :partition
        FOR UPDATE) AS earlier
      WHERE p.handler = :handler AND p.topic = :topic AND p.partition = :partition
      RETURNING earlier.in_use
      """;

  /** In one order, so that two instances cannot deadlock. */
  private static final String LOCK =
      """
      SELECT true FROM inbox.position AS p
      WHERE p.handler = ? AND (p.topic, p.partition) IN (
        SELECT * FROM unnest(?::text[], ?::integer[]))
      ORDER BY p.topic, p.partition
      FOR UPDATE OF p
      """;

  private static final String LEAVE =
      """
      UPDATE inbox.position SET in_use = false
      WHERE handler = ? AND topic = ? AND partition = ?
      """;

  private final JdbcClient jdbc;

  public PositionTable(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /** What is stored for a partition. */
  public Optional<StoredPosition> find(HandlerId handler, Partition partition) {
    return jdbc.sql(FIND)
        .params(handler.value(), partition.topic(), partition.number())
        .query(
            (row, index) ->
                new StoredPosition(
                    new TopicId(row.getObject("topic_id", UUID.class)),
                    new Position(
                        row.getLong("next_offset"), row.getObject("leader_epoch", Integer.class)),
                    row.getLong("incarnation")))
        .optional();
  }

  /** Stores a decision in place of whatever was stored, and tells its incarnation. */
  public long set(HandlerId handler, Partition partition, TopicId topicId, Position next) {
    return jdbc.sql(SET)
        .param(handler.value())
        .param(partition.topic())
        .param(partition.number())
        .param(topicId.value())
        .param(next.offset())
        .param(next.leaderEpoch())
        .query(Long.class)
        .single();
  }

  /**
   * Notes that a partition is read from its stored position on.
   *
   * @return whether whoever read it before did not {@link #leave} it, so may have died
   */
  public boolean take(HandlerId handler, Partition partition) {
    return jdbc.sql(TAKE)
        .param("handler", handler.value())
        .param("topic", partition.topic())
        .param("partition", partition.number())
        .query(Boolean.class)
        .single();
  }

  /**
   * Lets nobody else take steps of these partitions until the transaction ends: an instance that
   * woke up late would otherwise take in what its successor cannot see yet, and a later message of
   * the same key would not wait for it.
   */
  public void lock(HandlerId handler, Collection<Partition> partitions) {
    jdbc.sql(LOCK)
        .param(handler.value())
        .param(new SqlArrayValue("text", partitions.stream().map(Partition::topic).toArray()))
        .param(new SqlArrayValue("integer", partitions.stream().map(Partition::number).toArray()))
        .query((row, index) -> true)
        .list();
  }

  /** Notes that a partition is not read any more, and that nothing of it is under way. */
  public void leave(HandlerId handler, Partition partition) {
    jdbc.sql(LEAVE).params(handler.value(), partition.topic(), partition.number()).update();
  }

  /**
   * Moves positions on.
   *
   * @return whether every stored position was one that such a batch may move; otherwise roll back
   */
  public boolean advance(HandlerId handler, Collection<Move> moves) {
    List<Move> list = List.copyOf(moves);
    int moved =
        jdbc.sql(ADVANCE)
            .param(array("text", list, move -> move.from().partition().topic()))
            .param(array("integer", list, move -> move.from().partition().number()))
            .param(array("uuid", list, move -> move.from().topicId().value()))
            .param(array("bigint", list, move -> move.from().incarnation()))
            .param(array("bigint", list, move -> move.from().next().offset()))
            .param(array("bigint", list, move -> move.to().offset()))
            .param(array("integer", list, move -> move.to().leaderEpoch()))
            .param(handler.value())
            .update();
    return moved == list.size();
  }

  private static SqlArrayValue array(
      String type, List<Move> moves, Function<Move, @Nullable Object> part) {
    return new SqlArrayValue(type, moves.stream().map(part).toArray());
  }
}
