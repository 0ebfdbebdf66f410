package dev.waybill.handler.inbox;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.batch.Failure;
import dev.waybill.handler.batch.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;

/**
 * Puts deliveries into {@code inbox.delivery}. What changes them later is the queue. Thread-safe.
 */
public class DeliveryTable {

  /**
   * One look for all ids, so that a plan made while the table was small costs one reading of it.
   */
  private static final String KNOWN =
      """
      SELECT message_id FROM inbox.delivery WHERE handler = ? AND message_id = ANY (?::uuid[])
      """;

  /** nextval is called once for each row of the series, in its order. */
  private static final String DRAW =
      "SELECT nextval('inbox.arrival') FROM generate_series(1, ?) ORDER BY 1";

  /**
   * In the order of the ids, so that two batches with the same ids cannot deadlock. DO NOTHING
   * waits for an uncommitted row of the same id and then skips; unlike a unique violation it leaves
   * the transaction usable. The row says "completed" at once, since it becomes visible only
   * together with the handler's effects; one that has to wait is not run in this transaction.
   */
  private static final String INSERT =
      """
      INSERT INTO inbox.delivery (
        handler, message_id, arrival, topic, partition, record_offset, type, schema_version,
        tenant_id, ordering_key, recorded_at, attempt, next_attempt_at, state, completed_at)
      SELECT
        :handler, d.message_id, d.arrival, d.topic, d.partition, d.record_offset, d.type,
        d.schema_version, d.tenant_id, d.ordering_key, d.recorded_at,
        CASE WHEN w.behind THEN 0 ELSE 1 END, clock_timestamp(),
        CASE WHEN w.behind THEN 'waiting' ELSE 'completed' END,
        CASE WHEN NOT w.behind THEN clock_timestamp() END
      FROM unnest(
        :ids, :arrivals, :topics, :partitions, :offsets, :types, :versions, :tenants, :keys,
        :recorded)
        AS d (message_id, arrival, topic, partition, record_offset, type, schema_version,
              tenant_id, ordering_key, recorded_at)
      CROSS JOIN LATERAL (SELECT %s AS behind) AS w
      ORDER BY d.message_id
      ON CONFLICT (handler, message_id) DO NOTHING
      RETURNING message_id, state
      """;

  private static final String ENTER =
      """
      INSERT INTO inbox.delivery (
        handler, message_id, arrival, topic, partition, record_offset, type, schema_version,
        tenant_id, ordering_key, recorded_at, state, attempt, next_attempt_at, fencing_value,
        lease_owner, lease_expires_at, claimed_at, processing_started_at, error_code, last_error,
        first_failed_at, last_failed_at, death, ended_at)
      SELECT
        :handler, :id, :arrival, :topic, :partition, :offset, :type, :version, :tenant, :key,
        :recorded::timestamptz,
        CASE WHEN w.waits THEN 'waiting' ELSE :state END,
        CASE WHEN w.waits THEN 0 ELSE :attempts END,
        clock_timestamp() + make_interval(secs => :delay),
        CASE WHEN w.runs THEN 1 ELSE 0 END,
        CASE WHEN w.runs THEN :owner END,
        CASE WHEN w.runs THEN clock_timestamp() + make_interval(secs => :lease) END,
        CASE WHEN w.runs THEN clock_timestamp() END,
        CASE WHEN w.runs THEN clock_timestamp() END,
        :code, :error,
        CASE WHEN :failed THEN clock_timestamp() END,
        CASE WHEN :failed THEN clock_timestamp() END,
        CASE WHEN :dead THEN 1 ELSE 0 END,
        CASE WHEN :ended THEN clock_timestamp() END
      FROM (SELECT :may_wait AND %s AS behind) AS b
      CROSS JOIN LATERAL (
        SELECT b.behind AS waits, :owner::text IS NOT NULL AND NOT b.behind AS runs) AS w
      ON CONFLICT (handler, message_id) DO NOTHING
      RETURNING state
      """;

  /** Under the claim's fencing value, so that a stale worker writes nothing. */
  private static final String NOTE_FAILURE =
      """
      UPDATE inbox.delivery
      SET error_code = ?, last_error = ?, last_failed_at = clock_timestamp(),
          first_failed_at = coalesce(first_failed_at, clock_timestamp()), death = death + ?,
          in_the_way_since = CASE WHEN ? THEN in_the_way_since END
      WHERE handler = ? AND message_id = ? AND fencing_value = ? AND state = 'processing'
      """;

  /** Changes nothing once the time since the first of them in a row is over. */
  private static final String NOTE_OBSTACLE =
      """
      UPDATE inbox.delivery
      SET in_the_way_since = coalesce(in_the_way_since, clock_timestamp())
      WHERE handler = ? AND message_id = ? AND fencing_value = ? AND state = 'processing'
        AND coalesce(in_the_way_since, clock_timestamp()) + make_interval(secs => ?)
          > clock_timestamp()
      """;

  private static final String END_OBSTACLES =
      """
      UPDATE inbox.delivery SET in_the_way_since = NULL
      WHERE handler = ? AND message_id = ? AND fencing_value = ? AND state = 'processing'
      """;

  private static final List<String> ENDS =
      List.of("skipped_unsupported_version", "ignored", "dead_letter");

  private final JdbcClient jdbc;

  public DeliveryTable(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /** As what new works were taken in; a known one is in neither. */
  public record Taken(List<Work> completed, List<Arrived> waiting) {}

  /** Which of these messages the inbox has, whatever became of them. */
  Set<UUID> known(HandlerId handler, List<UUID> messageIds) {
    Set<UUID> known = new HashSet<>();
    jdbc.sql(KNOWN)
        .param(handler.value())
        .param(new SqlArrayValue("uuid", messageIds.toArray()))
        .query((RowCallbackHandler) row -> known.add(row.getObject(1, UUID.class)));
    return known;
  }

  /** Draws arrival numbers, growing, for works in topic order. */
  public List<Arrived> number(List<Work> works) {
    List<Long> numbers = jdbc.sql(DRAW).param(works.size()).query(Long.class).list();
    if (numbers.size() != works.size()) {
      throw new IllegalStateException(numbers.size() + " of " + works.size() + " were numbered");
    }
    List<Arrived> arrived = new ArrayList<>(works.size());
    for (int i = 0; i < works.size(); i++) {
      arrived.add(new Arrived(works.get(i), numbers.get(i)));
    }
    return arrived;
  }

  /**
   * Takes in the works that are new to the handler: as completed, for the caller to run in this
   * transaction, or as waiting. A work whose id appeared earlier in the list is not new.
   */
  public Taken insert(Inbox inbox, List<Arrived> works) {
    Map<UUID, Arrived> firsts = new HashMap<>();
    works.forEach(each -> firsts.putIfAbsent(each.work().message().id().value(), each));
    Map<UUID, String> states = new HashMap<>();
    jdbc.sql(INSERT.formatted(inbox.behind("d.ordering_key", "d.arrival")))
        .params(columns(inbox, firsts.values()))
        .query((row, index) -> states.put(row.getObject(1, UUID.class), row.getString(2)))
        .list();
    List<Work> completed = new ArrayList<>(states.size());
    List<Arrived> waiting = new ArrayList<>();
    for (Arrived each : works) {
      UUID id = each.work().message().id().value();
      Arrived first = firsts.getOrDefault(id, each);
      String state = first.arrival() == each.arrival() ? states.get(id) : null;
      if ("completed".equals(state)) {
        completed.add(each.work());
      } else if (state != null) {
        waiting.add(each);
      }
    }
    return new Taken(completed, waiting);
  }

  /**
   * Takes in one work that is not run in this transaction.
   *
   * @return its state; empty when the message is known
   */
  Optional<String> enter(Inbox inbox, Arrived arrived, Entry entry) {
    Work work = arrived.work();
    Failure failure = entry.failure();
    Instant recorded = work.recordedAt();
    return jdbc.sql(ENTER.formatted(inbox.behind(":key", ":arrival")))
        .param("handler", inbox.handler().value())
        .param("id", work.message().id().value())
        .param("arrival", arrived.arrival())
        .param("topic", work.partition().topic())
        .param("partition", work.partition().number())
        .param("offset", work.from().offset())
        .param("type", work.message().type().name())
        .param("version", work.message().type().version())
        .param("tenant", work.message().tenant().value())
        .param("key", work.message().orderingKey().value())
        .param("recorded", recorded == null ? null : recorded.atOffset(ZoneOffset.UTC))
        .param("state", entry.state())
        .param("attempts", entry.attempts())
        .param("delay", seconds(entry.delay()))
        .param("owner", entry.owner())
        .param("lease", seconds(entry.lease()))
        .param("code", failure == null ? null : failure.code())
        .param("error", failure == null ? null : failure.reason())
        .param("failed", failure != null)
        .param("dead", entry.isDead())
        .param("ended", ENDS.contains(entry.state()))
        .param("may_wait", entry.mayWait())
        .query(String.class)
        .optional();
  }

  /**
   * Notes that something was in the way of a claimed delivery, which is not held against it.
   *
   * @param limit how long after the first time in a row that may be noted
   * @return false when that time is over, or the claim is not the current one
   */
  public boolean noteObstacle(
      HandlerId handler, UUID messageId, long fencingValue, Duration limit) {
    return jdbc.sql(NOTE_OBSTACLE)
            .params(handler.value(), messageId, fencingValue, seconds(limit))
            .update()
        == 1;
  }

  /**
   * Notes why a claimed delivery failed. A failure of its own ends the row of obstacles, and so
   * does its death: whoever replays it gives it their time anew.
   *
   * @param death whether it becomes a dead letter in this transaction
   * @return false when the claim is not the current one
   */
  public boolean noteFailure(
      HandlerId handler, UUID messageId, long fencingValue, Failure failure, boolean death) {
    return jdbc.sql(NOTE_FAILURE)
            .params(
                failure.code(),
                failure.reason(),
                death ? 1 : 0,
                failure.infrastructure() && !death,
                handler.value(),
                messageId,
                fencingValue)
            .update()
        == 1;
  }

  /**
   * Notes that a claimed delivery came past what was in its way: what comes next begins anew.
   *
   * @return false when the claim is not the current one
   */
  public boolean endObstacles(HandlerId handler, UUID messageId, long fencingValue) {
    return jdbc.sql(END_OBSTACLES).params(handler.value(), messageId, fencingValue).update() == 1;
  }

  /** Removes finished deliveries that are older than the memory; tells how many. */
  public int purge(HandlerId handler, Duration olderThan, int most) {
    return jdbc.sql("SELECT inbox.purge_deliveries(?, make_interval(secs => ?), ?)")
        .params(handler.value(), seconds(olderThan), most)
        .query(Integer.class)
        .single();
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static Map<String, Object> columns(Inbox inbox, Collection<Arrived> works) {
    Map<String, Object> columns = new HashMap<>();
    columns.put("handler", inbox.handler().value());
    columns.put("ids", array("uuid", works, each -> each.work().message().id().value()));
    columns.put("arrivals", array("bigint", works, Arrived::arrival));
    columns.put("topics", array("text", works, each -> each.work().partition().topic()));
    columns.put("partitions", array("integer", works, each -> each.work().partition().number()));
    columns.put("offsets", array("bigint", works, each -> each.work().from().offset()));
    columns.put("types", array("text", works, each -> each.work().message().type().name()));
    columns.put(
        "versions", array("integer", works, each -> each.work().message().type().version()));
    columns.put("tenants", array("text", works, each -> each.work().message().tenant().value()));
    columns.put("keys", array("text", works, each -> each.work().message().orderingKey().value()));
    columns.put("recorded", array("timestamptz", works, each -> each.work().recordedAt()));
    return columns;
  }

  private static SqlArrayValue array(
      String type, Collection<Arrived> works, Function<Arrived, @Nullable Object> part) {
    return new SqlArrayValue(type, works.stream().map(part).toArray());
  }
}
