package dev.waybill.relay.outbox;

import dev.waybill.contract.subscription.SubscriptionRevision;
import dev.waybill.relay.ledger.RoutedBy;
import dev.waybill.relay.routing.Router;
import dev.waybill.relay.status.NotReadyException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the applied subscription revisions. */
public final class RevisionTable {

  private final JdbcClient jdbc;

  public RevisionTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The newest revision, if it is newer than {@code known}. A message staged after a revision was
   * applied is never routed by an older one, when this is asked after the message was received.
   */
  public Optional<SubscriptionRevision> newerThan(long known) {
    return jdbc.sql(
            """
            SELECT revision, document
            FROM outbox.subscription_revision
            WHERE revision > :known
            ORDER BY revision DESC
            LIMIT 1
            """)
        .param("known", known)
        .query(
            (row, index) ->
                SubscriptionRevision.parse(row.getLong("revision"), row.getString("document")))
        .optional();
  }

  /** Every revision that was applied, the newest last. */
  public List<SubscriptionRevision> all() {
    return jdbc.sql("SELECT revision, document FROM outbox.subscription_revision ORDER BY revision")
        .query(
            (row, index) ->
                SubscriptionRevision.parse(row.getLong("revision"), row.getString("document")))
        .list();
  }

  /** Routes as a batch was routed. */
  public Router router(RoutedBy revisions) {
    return new Router(
        revision(revisions.newest()), revisions.formers().stream().map(this::revision).toList());
  }

  /**
   * A revision that was applied once.
   *
   * @throws NotReadyException when it is gone
   */
  public SubscriptionRevision revision(long number) {
    return find(number)
        .orElseThrow(
            () ->
                new NotReadyException(
                    "subscription revision " + number + " was in force, and is gone",
                    "bring its row back into outbox.subscription_revision from a backup, or apply"
                        + " the subscriptions again until their number is above "
                        + number));
  }

  /** As {@link #router}, if none of the revisions is gone. */
  Optional<Router> findRouter(RoutedBy revisions) {
    List<SubscriptionRevision> formers =
        revisions.formers().stream().flatMap(number -> find(number).stream()).toList();
    return formers.size() < revisions.formers().size()
        ? Optional.empty()
        : find(revisions.newest()).map(newest -> new Router(newest, formers));
  }

  private Optional<SubscriptionRevision> find(long number) {
    return jdbc.sql("SELECT document FROM outbox.subscription_revision WHERE revision = :number")
        .param("number", number)
        .query((row, index) -> SubscriptionRevision.parse(number, row.getString("document")))
        .optional();
  }
}
