package dev.waybill.handler.inbox;

import dev.waybill.contract.message.MessageId;
import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.batch.Work;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SqlArrayValue;

/** The one owner of {@code inbox.delivery}. Thread-safe. */
public class DeliveryTable {

  /** nextval is called once for each row of the series, in its order. */
  private static final String DRAW =
      "SELECT nextval('inbox.arrival') FROM generate_series(1, ?) ORDER BY 1";

  /**
   * In the order of the ids, so that two batches with the same ids cannot deadlock. DO NOTHING
   * waits for an uncommitted row of the same id and then skips; unlike a unique violation it leaves
   * the transaction usable. The row says "completed" at once, since it becomes visible only
   * together with the handler's effects.
   */
  private static final String INSERT =
      """
      INSERT INTO inbox.delivery (
        handler, message_id, arrival, topic, partition, record_offset, type, schema_version,
        tenant_id, ordering_key, state, completed_at)
      SELECT
        ?, d.message_id, d.arrival, d.topic, d.partition, d.record_offset, d.type, d.schema_version,
        d.tenant_id, d.ordering_key, 'completed', clock_timestamp()
      FROM unnest(
        ?::uuid[], ?::bigint[], ?::text[], ?::integer[], ?::bigint[], ?::text[], ?::integer[],
        ?::text[], ?::text[])
        AS d (message_id, arrival, topic, partition, record_offset, type, schema_version,
              tenant_id, ordering_key)
      ORDER BY d.message_id
      ON CONFLICT (handler, message_id) DO NOTHING
      RETURNING message_id
      """;

  private final JdbcTemplate jdbc;

  public DeliveryTable(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /**
   * Takes in the works that are new to the handler, as completed, and tells which they are. A work
   * whose id appeared earlier in the list is not new.
   *
   * @param works in topic order, in which they get their arrival numbers
   */
  public Set<Work> insert(HandlerId handler, List<Work> works) {
    Map<MessageId, Work> firsts = new LinkedHashMap<>();
    works.forEach(work -> firsts.putIfAbsent(work.message().id(), work));
    Collection<Work> candidates = firsts.values();
    List<UUID> inserted =
        jdbc.queryForList(
            INSERT,
            UUID.class,
            handler.value(),
            array("uuid", candidates, work -> work.message().id().value()),
            new SqlArrayValue("bigint", draw(candidates.size()).toArray()),
            array("text", candidates, work -> work.partition().topic()),
            array("integer", candidates, work -> work.partition().number()),
            array("bigint", candidates, work -> work.from().offset()),
            array("text", candidates, work -> work.message().type().name()),
            array("integer", candidates, work -> work.message().type().version()),
            array("text", candidates, work -> work.message().tenant().value()),
            array("text", candidates, work -> work.message().orderingKey().value()));
    Set<Work> fresh = Collections.newSetFromMap(new IdentityHashMap<>());
    for (UUID id : inserted) {
      Work work = firsts.get(new MessageId(id));
      if (work == null) {
        throw new IllegalStateException("the inbox took in " + id + ", which nobody offered");
      }
      fresh.add(work);
    }
    return fresh;
  }

  private List<Long> draw(int count) {
    List<Long> numbers = jdbc.queryForList(DRAW, Long.class, count);
    if (numbers.size() != count) {
      throw new IllegalStateException(numbers.size() + " of " + count + " numbers were drawn");
    }
    return numbers;
  }

  private static SqlArrayValue array(
      String type, Collection<Work> works, Function<Work, Object> part) {
    return new SqlArrayValue(type, works.stream().map(part).toArray());
  }
}
