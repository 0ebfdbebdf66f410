package dev.waybill.handler.lookup;

import dev.waybill.contract.subscription.HandlerId;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Lists deliveries that are not finished and dead letters, a page at a time, the one that arrived
 * last first. Arrival numbers never change, so that no page repeats or misses what another had,
 * whatever becomes of it meanwhile. Thread-safe.
 */
public final class DeliveryPages {

  /** The states of what is listed. The rest is most of an inbox, and is looked up by its id. */
  public static final List<String> STATES =
      List.of("pending", "waiting", "processing", "retry_scheduled", "dead_letter");

  /** The states are constants: the planner takes the index of the unfinished for no parameter. */
  private static final String LIST =
      DeliveryBook.STANDING
          + """
          WHERE (d.handler, d.message_id) IN (
            SELECT p.handler, p.message_id FROM inbox.delivery AS p
            WHERE p.handler = ANY (string_to_array(:handlers, ','))
              AND p.state IN (%s)
              AND p.arrival < :before
              AND (:code::text IS NULL OR p.error_code = :code)
              AND (:tenant::text IS NULL OR p.tenant_id = :tenant)
            ORDER BY p.arrival DESC LIMIT :limit)
          ORDER BY d.arrival DESC
          """;

  private final JdbcClient jdbc;

  public DeliveryPages(DataSource dataSource) {
    this.jdbc = JdbcClient.create(dataSource);
  }

  /**
   * Which ones.
   *
   * @param handlers of these handlers
   * @param state one of {@link #STATES}; null for all of them
   * @param errorCode of their last failure; null for any and for none
   * @param tenant whose they have to be; null for anybody's
   */
  public record Filter(
      List<HandlerId> handlers,
      @Nullable String state,
      @Nullable String errorCode,
      @Nullable String tenant) {

    public Filter {
      handlers = List.copyOf(handlers);
      if (state != null && !STATES.contains(state)) {
        throw new IllegalArgumentException("deliveries that are " + state + " are not listed");
      }
    }

    private String states() {
      return "'" + String.join("', '", state == null ? STATES : List.of(state)) + "'";
    }
  }

  /**
   * Some deliveries.
   *
   * @param next before which arrival the next page goes on; null when this is the last one
   */
  public record Page(List<Standing> deliveries, @Nullable Long next) {}

  private record Listed(long arrival, Standing standing) {}

  /**
   * The page before an arrival.
   *
   * @param before {@link Long#MAX_VALUE} for the first page, {@link Page#next} for another
   * @param limit at most so many, at least 1
   */
  public Page list(Filter filter, long before, int limit) {
    List<Listed> found =
        jdbc.sql(LIST.formatted(filter.states()))
            .param(
                "handlers",
                String.join(",", filter.handlers().stream().map(HandlerId::value).toList()))
            .param("before", before)
            .param("code", filter.errorCode())
            .param("tenant", filter.tenant())
            .param("limit", limit + 1)
            .query((row, index) -> new Listed(row.getLong("arrival"), DeliveryBook.standing(row)))
            .list();
    List<Listed> page = found.subList(0, Math.min(limit, found.size()));
    return new Page(
        page.stream().map(Listed::standing).toList(),
        found.size() > limit ? page.get(limit - 1).arrival() : null);
  }
}
