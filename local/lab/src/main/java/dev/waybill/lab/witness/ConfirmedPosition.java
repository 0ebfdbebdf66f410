package dev.waybill.lab.witness;

import dev.waybill.lab.check.Waiting;
import dev.waybill.lab.stack.Link;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.postgresql.replication.LogSequenceNumber;

/**
 * Proves at an instant that the slot confirms nothing that Kafka has not acknowledged: every
 * message whose transaction ends at or below {@code confirmed_flush_lsn} is on every topic for
 * readers with {@code read_committed}.
 *
 * <p>Simply reading the position and then the topics would prove little: a relay that confirms too
 * early publishes a moment later, while one looks. So the ways of all relays to Kafka are cut
 * first, and for longer than a relay takes from a batch to its confirmation. From then on no relay
 * is told of any acknowledgement, and nothing new is sent; what the position covers when it is read
 * then, was acknowledged before the cut, or never was. Whatever Kafka acknowledged is decided, and
 * its broker, whom nobody keeps from working, shows it within its own time. So the look at the
 * topics may take its time, and what is missing at its end was confirmed without an
 * acknowledgement.
 *
 * <p>Where each message was committed is told by a slot of the witness itself, see {@link
 * CommitLog}. Two instants are not judged: when one of the servers does not answer; and while the
 * relay itself has on record that it must still bring rows from the table, since a slot that was
 * made anew begins above them. Two kinds of messages are excused by name: those that a slot made by
 * hand will never bring; and on one handler's topic those of a batch that says, in the ledger, that
 * it left this handler out since its topic took no records, and so must still be made good.
 *
 * <p>Not thread-safe.
 */
public final class ConfirmedPosition {
  /** A relay confirms every 200 ms at most, and with the next batch. */
  private static final Duration SETTLED = Duration.ofMillis(1_200);

  private static final Duration BROKER_TIME = Duration.ofSeconds(10);

  /**
   * A transaction that a relay left open hides what is behind it, until Kafka aborts it: 15 s, and
   * up to 10 s until Kafka looks.
   */
  private static final Duration HIDDEN = Duration.ofSeconds(40);

  private final DataSource superuser;
  private final String slot;
  private final Arrivals arrivals;
  private final List<Link> toKafka;
  private final UnaryOperator<String> handlerOf;
  private final Supplier<Set<UUID>> excused;
  private final CommitLog commits;
  private final List<String> ahead = new ArrayList<>();
  private final Set<UUID> told = new HashSet<>();
  private int judged;
  private int notJudged;

  /**
   * Begins to watch.
   *
   * @param slot the relay's
   * @param toKafka the ways of all relays to Kafka
   * @param handlerOf whose topic it is
   * @param excused messages that no slot brings, as known at the time of the call
   */
  public ConfirmedPosition(
      DataSource superuser,
      String slot,
      Arrivals arrivals,
      List<Link> toKafka,
      UnaryOperator<String> handlerOf,
      Supplier<Set<UUID>> excused)
      throws SQLException {
    this.superuser = superuser;
    this.slot = slot;
    this.arrivals = arrivals;
    this.toKafka = List.copyOf(toKafka);
    this.handlerOf = handlerOf;
    this.excused = excused;
    this.commits = CommitLog.open(superuser);
  }

  /** Looks once; takes some seconds, during which no relay reaches Kafka. */
  public void look() throws InterruptedException {
    List<Link.Cut> cuts = toKafka.stream().map(Link::cut).toList();
    try {
      TimeUnit.MILLISECONDS.sleep(SETTLED.toMillis());
      if (judge()) {
        judged++;
      } else {
        notJudged++;
      }
    } catch (SQLException e) {
      // The database is not there, and so there is nothing to be read now.
      notJudged++;
    } finally {
      cuts.forEach(Link.Cut::close);
    }
  }

  /**
   * Waits until everything that is committed now has arrived on every topic, late messages
   * included.
   *
   * @return false when it has not within the time
   */
  public boolean awaitEverything(Duration timeout) throws Exception {
    String end = query("SELECT pg_current_wal_flush_lsn()::text").orElseThrow();
    arrivals.require(commits.through(LogSequenceNumber.valueOf(end)));
    return Waiting.until(() -> arrivals.missing().isEmpty(), timeout);
  }

  private boolean judge() throws SQLException, InterruptedException {
    boolean before = caughtUp();
    Optional<LogSequenceNumber> confirmed = confirmed();
    boolean settled = before && caughtUp();
    if (confirmed.isEmpty()) {
      return false;
    }
    arrivals.require(commits.through(confirmed.get()));
    if (!settled) {
      return false;
    }
    long end = System.nanoTime() + HIDDEN.toNanos();
    boolean answered = arrivals.readToEnd(BROKER_TIME);
    Set<UUID> missing = missing();
    while (answered && !missing.isEmpty() && System.nanoTime() < end) {
      answered = arrivals.readToEnd(BROKER_TIME);
      missing = missing();
    }
    if (answered) {
      missing.forEach(message -> note(message, confirmed.get()));
    }
    return answered;
  }

  private Set<UUID> missing() throws SQLException {
    Set<UUID> all = new HashSet<>();
    for (Map.Entry<String, Set<UUID>> topic : arrivals.missing().entrySet()) {
      Set<UUID> missing = topic.getValue();
      missing.removeAll(excused.get());
      missing.removeAll(told);
      if (!missing.isEmpty()) {
        missing.removeAll(leftOut(topic.getKey(), missing));
      }
      all.addAll(missing);
    }
    return all;
  }

  private Set<UUID> leftOut(String topic, Set<UUID> messages) throws SQLException {
    String sql =
        """
        SELECT m.message_id
        FROM outbox.message m
        JOIN outbox.dispatch_batch b ON b.scope = 'all' AND b.seqs @> m.seq
        WHERE m.message_id = ANY (?) AND ? = ANY (b.left_out)
        """;
    Set<UUID> leftOut = new HashSet<>();
    try (Connection connection = superuser.getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      query.setArray(1, connection.createArrayOf("uuid", messages.toArray()));
      query.setString(2, handlerOf.apply(topic));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          leftOut.add(rows.getObject(1, UUID.class));
        }
      }
    }
    return leftOut;
  }

  private void note(UUID message, LogSequenceNumber confirmed) {
    told.add(message);
    ahead.add("%s was confirmed at %s".formatted(message, confirmed.asString()));
  }

  private Optional<LogSequenceNumber> confirmed() throws SQLException {
    return query(
            "SELECT confirmed_flush_lsn::text FROM pg_replication_slots WHERE slot_name = '"
                + slot
                + "' AND confirmed_flush_lsn IS NOT NULL")
        .map(LogSequenceNumber::valueOf);
  }

  private boolean caughtUp() throws SQLException {
    return query(
            "SELECT caught_up_at::text FROM outbox.relay_installation"
                + " WHERE caught_up_at IS NOT NULL")
        .isPresent();
  }

  private Optional<String> query(String sql) throws SQLException {
    try (Connection connection = superuser.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    }
  }

  /** What was found so far. */
  public Verdict verdict() {
    return new Verdict(judged, notJudged, List.copyOf(ahead));
  }

  /**
   * What the looks found.
   *
   * @param judged how many looks said something
   * @param notJudged how many could not
   * @param ahead messages that were confirmed and not acknowledged
   */
  public record Verdict(int judged, int notJudged, List<String> ahead) {
    /** Examples are copied. */
    public Verdict {
      ahead = List.copyOf(ahead);
    }
  }
}
