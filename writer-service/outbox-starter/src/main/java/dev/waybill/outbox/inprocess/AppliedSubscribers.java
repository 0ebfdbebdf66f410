package dev.waybill.outbox.inprocess;

import dev.waybill.contract.subscription.Status;
import dev.waybill.contract.subscription.Subscription;
import dev.waybill.contract.subscription.SubscriptionRevision;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Who subscribes to what, by the applied revision in the writer's database. Thread-safe. */
public final class AppliedSubscribers {

  private static final String NEWER =
      """
      SELECT revision, document FROM outbox.subscription_revision
      WHERE revision > ? ORDER BY revision DESC LIMIT 1
      """;

  private final JdbcTemplate jdbc;
  private volatile SubscriptionRevision last = SubscriptionRevision.none();

  public AppliedSubscribers(DataSource dataSource) {
    this.jdbc = new JdbcTemplate(dataSource);
  }

  /** The active handlers of each type that has one, as of now. */
  public Map<String, Set<String>> byType() {
    Map<String, Set<String>> handlers = new TreeMap<>();
    for (Subscription subscription : newest().subscriptions()) {
      if (subscription.status() == Status.ACTIVE) {
        subscription
            .entries()
            .forEach(
                entry ->
                    handlers
                        .computeIfAbsent(entry.type(), type -> new TreeSet<>())
                        .add(subscription.handler().value()));
      }
    }
    return handlers;
  }

  /** One short statement; a revision is parsed once. */
  private SubscriptionRevision newest() {
    SubscriptionRevision known = last;
    SubscriptionRevision newest =
        jdbc
            .query(
                NEWER,
                (row, number) ->
                    SubscriptionRevision.parse(row.getLong("revision"), row.getString("document")),
                known.revision())
            .stream()
            .findFirst()
            .orElse(known);
    last = newest;
    return newest;
  }
}
