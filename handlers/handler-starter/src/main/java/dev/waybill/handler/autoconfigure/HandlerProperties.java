package dev.waybill.handler.autoconfigure;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.attempt.Workers;
import dev.waybill.handler.consume.ConsumerSettings;
import dev.waybill.handler.consume.HandlerOptions;
import dev.waybill.handler.deliver.FaultClasses;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.workqueue.retry.Backoff;
import dev.waybill.workqueue.retry.Jitter;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the handling application.
 *
 * @param schema What to do about the tables in schema inbox at start: migrate, validate or none.
 * @param migrator How to connect as the role that owns those tables.
 * @param role The role of the application, which the migrations grant access to.
 * @param kafka The Kafka cluster.
 * @param maxPollRecords Most records in one transaction, from 1 to 5000.
 * @param maxPollInterval How long the records of a poll may take before the group gives the
 *     partitions to another instance; more than twice longest-handler times max-poll-records, since
 *     a batch that fails runs once more.
 * @param longestHandler The longest that one call of a handler's method may take.
 * @param lockTimeout How long a statement waits for another transaction, also for a message that a
 *     frozen instance took in; counts no attempt.
 * @param idleTimeout How long PostgreSQL waits for the next statement of a transaction before it
 *     ends the connection, so that a frozen instance blocks its successor no longer; more than
 *     longest-handler.
 * @param retry When a failing message is tried again, unless a handler has its own way.
 * @param outage What to do while PostgreSQL, Kafka or what a handler calls does not answer.
 * @param work How what waits in the inbox is worked on.
 * @param inbox How much the inbox holds, and for how long.
 * @param handlers Settings of single handlers, by handler id.
 */
@ConfigurationProperties("waybill.handler")
public record HandlerProperties(
    @DefaultValue("migrate") SchemaMode schema,
    @DefaultValue Migrator migrator,
    @DefaultValue("waybill_handler") String role,
    @DefaultValue Kafka kafka,
    @DefaultValue("200") int maxPollRecords,
    @DefaultValue("5m") Duration maxPollInterval,
    @DefaultValue("500ms") Duration longestHandler,
    @DefaultValue("2s") Duration lockTimeout,
    @DefaultValue("10s") Duration idleTimeout,
    @DefaultValue Retry retry,
    @DefaultValue Outage outage,
    @DefaultValue Work work,
    @DefaultValue Inbox inbox,
    @DefaultValue Map<String, Handler> handlers) {

  private static final Pattern ROLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");
  private static final int MOST_RECORDS = 5_000;
  private static final Duration LONGEST = Duration.ofHours(1);

  /**
   * @throws IllegalArgumentException when a value is out of range, or values do not fit each other;
   *     names them
   */
  public HandlerProperties {
    require(ROLE.matcher(role).matches(), "role is '" + role + "', no plain role name");
    require(
        maxPollRecords >= 1 && maxPollRecords <= MOST_RECORDS,
        "max-poll-records is " + maxPollRecords + ", not from 1 to " + MOST_RECORDS);
    handlers = Map.copyOf(handlers);
    requireRange("max-poll-interval", maxPollInterval);
    requireRange("longest-handler", longestHandler);
    requireRange("lock-timeout", lockTimeout);
    requireRange("idle-timeout", idleTimeout);
    Duration worst = longestHandler.multipliedBy(2L * maxPollRecords);
    require(
        worst.compareTo(maxPollInterval) < 0,
        "max-poll-interval is %s, not more than twice longest-handler (%s) times max-poll-records (%d) = %s: the group would give the partitions away while they are worked on. Lower longest-handler or max-poll-records, or raise max-poll-interval"
            .formatted(maxPollInterval, longestHandler, maxPollRecords, worst));
    require(
        idleTimeout.compareTo(longestHandler) > 0,
        "idle-timeout is %s, not more than longest-handler (%s): PostgreSQL would end the transaction of a handler that computes for so long"
            .formatted(idleTimeout, longestHandler));
    Duration claimed = longestHandler.multipliedBy(Workers.CLAIMS);
    require(
        work.leaseDuration().compareTo(claimed) > 0,
        "work.lease-duration is %s, not more than longest-handler (%s) times %d: another instance would take what is still being worked on"
            .formatted(work.leaseDuration(), longestHandler, Workers.CLAIMS));
  }

  /** The name of this instance, by default that of the machine. */
  String instance() {
    if (!work.instanceId().isBlank()) {
      return work.instanceId();
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }

  /** The same for the runtime. */
  HandlerOptions options() {
    return new HandlerOptions(
        instance() + "/" + UUID.randomUUID(),
        handlers.keySet(),
        this::retryPolicy,
        new FaultClasses(outage.permanent(), outage.exceptions()),
        new HandlerOptions.Times(
            longestHandler,
            work.callTimeout(),
            work.leaseDuration(),
            work.pollInterval(),
            outage.backoff(),
            outage.limit(),
            work.shutdownTimeout()),
        new HandlerOptions.Bounds(work.concurrency(), inbox.maxWaiting(), inbox.retention()));
  }

  /** When failing messages of a handler are tried again. */
  private RetryPolicy retryPolicy(HandlerId handler) {
    Handler own = handlers.get(handler.value());
    return (own == null || own.retry() == null ? retry : own.retry()).policy();
  }

  private static void requireRange(String name, Duration value) {
    require(
        value.toMillis() >= 1 && value.compareTo(LONGEST) <= 0,
        name + " is " + value + ", not from 1ms to 1h");
  }

  private static void require(boolean condition, String complaint) {
    if (!condition) {
      throw new IllegalArgumentException("waybill.handler." + complaint);
    }
  }

  /**
   * Connection of the role that owns the inbox's tables; needed to migrate.
   *
   * @param url JDBC URL; by default that of the application's data source.
   * @param username Role that owns the tables, such as waybill_migrator; without one, the
   *     application's data source is used.
   * @param password Password of that role.
   */
  public record Migrator(
      @Nullable String url, @Nullable String username, @Nullable String password) {

    @Override
    public String toString() {
      return "Migrator[url=" + url + ", username=" + username + "]";
    }
  }

  /**
   * The Kafka cluster.
   *
   * @param bootstrapServers Addresses of brokers, host:port, with commas between.
   * @param properties Further settings of the clients, for instance of security; those that the
   *     guarantees need cannot be set.
   */
  public record Kafka(
      @DefaultValue("localhost:9092") String bootstrapServers,
      @DefaultValue Map<String, String> properties) {

    /**
     * @throws IllegalArgumentException when a setting is not for choosing; names it
     */
    public Kafka {
      properties = Map.copyOf(properties);
      ConsumerSettings.requireNoneFixed("waybill.handler.kafka.properties", properties);
    }

    @Override
    public String toString() {
      return "Kafka[bootstrapServers=" + bootstrapServers + "]";
    }
  }

  /**
   * When a failing message is tried again. The pause after an attempt counts from its failure.
   *
   * @param pauses A pause for each attempt after the first; the failure after the last pause is a
   *     dead letter.
   * @param jitter The share of a pause that may be taken away by chance, from 0 to 1.
   * @param exponential Growing pauses in place of the list.
   */
  public record Retry(
      @DefaultValue({"1m", "5m", "30m"}) List<Duration> pauses,
      @DefaultValue("0.1") double jitter,
      @Nullable Exponential exponential) {

    /**
     * @throws IllegalArgumentException when a value is out of range; names it
     */
    public Retry {
      pauses = List.copyOf(pauses);
      require(
          pauses.stream().noneMatch(Duration::isNegative), "retry.pauses are negative: " + pauses);
      require(jitter >= 0 && jitter <= 1, "retry.jitter is " + jitter + ", not from 0 to 1");
    }

    RetryPolicy policy() {
      Jitter share = new Jitter(jitter);
      return exponential == null
          ? new RetryPolicy.Schedule(pauses, share)
          : new RetryPolicy.Exponential(
              new Backoff(
                  exponential.firstPause(),
                  exponential.factor(),
                  exponential.longestPause(),
                  share),
              exponential.attempts());
    }
  }

  /**
   * Pauses that grow.
   *
   * @param firstPause The pause after the first attempt.
   * @param factor What each pause is multiplied by, from 1.
   * @param longestPause The bound that the pauses grow to.
   * @param attempts How many attempts there are, with the first.
   */
  public record Exponential(
      @DefaultValue("1m") Duration firstPause,
      @DefaultValue("5") double factor,
      @DefaultValue("30m") Duration longestPause,
      @DefaultValue("4") int attempts) {

    /**
     * @throws IllegalArgumentException when a value is out of range; names it
     */
    public Exponential {
      require(
          firstPause.toMillis() >= 1 && firstPause.compareTo(longestPause) <= 0,
          "retry.exponential.first-pause is %s, not from 1ms to longest-pause (%s)"
              .formatted(firstPause, longestPause));
      require(
          factor >= 1 && factor <= 1000,
          "retry.exponential.factor is " + factor + ", not from 1 to 1000");
      require(attempts >= 1, "retry.exponential.attempts is " + attempts + ", below 1");
    }
  }

  /**
   * What to do while PostgreSQL, Kafka or what a handler calls does not answer. No attempt is
   * counted then.
   *
   * @param firstPause The bound of the first pause; doubled with each failure, with jitter.
   * @param longestPause The bound that the pauses grow to.
   * @param limit How long a handler stands still because what it calls does not answer; after that
   *     its messages fail by their schedule.
   * @param exceptions Class names of exceptions that say that what a handler calls does not answer,
   *     beside those of java.net and java.util.concurrent.
   * @param permanent Class names of exceptions of messages that cannot succeed: dead letters at
   *     once.
   */
  public record Outage(
      @DefaultValue("200ms") Duration firstPause,
      @DefaultValue("30s") Duration longestPause,
      @DefaultValue("15m") Duration limit,
      @DefaultValue Set<String> exceptions,
      @DefaultValue Set<String> permanent) {

    /**
     * @throws IllegalArgumentException when a value is out of range; names it
     */
    public Outage {
      requireRange("outage.first-pause", firstPause);
      requireRange("outage.longest-pause", longestPause);
      require(
          firstPause.compareTo(longestPause) <= 0,
          "outage.first-pause is " + firstPause + ", longer than longest-pause " + longestPause);
      require(!limit.isNegative(), "outage.limit is " + limit + ", negative");
      exceptions = Set.copyOf(exceptions);
      permanent = Set.copyOf(permanent);
    }

    Backoff backoff() {
      return Backoff.doubling(firstPause, longestPause);
    }
  }

  /**
   * How what waits in the inbox is worked on.
   *
   * @param concurrency How many deliveries of one handler run at a time in this instance, beside
   *     what is run as it is read.
   * @param pollInterval How often the inbox is asked for what is due, from 100ms to 5s.
   * @param leaseDuration How long an instance holds what it works on; when it dies, another takes
   *     it after that.
   * @param callTimeout How long a method with processing = SINGLE may take before it is
   *     interrupted.
   * @param instanceId Name of this instance in leases and health rows; by default the name of the
   *     machine. Two instances on one machine need two names.
   * @param shutdownTimeout How long what runs may go on when the application stops.
   */
  public record Work(
      @DefaultValue("2") int concurrency,
      @DefaultValue("1s") Duration pollInterval,
      @DefaultValue("30s") Duration leaseDuration,
      @DefaultValue("1m") Duration callTimeout,
      @DefaultValue("") String instanceId,
      @DefaultValue("10s") Duration shutdownTimeout) {

    private static final int MOST_THREADS = 100;

    /**
     * @throws IllegalArgumentException when a value is out of range; names it
     */
    public Work {
      require(
          concurrency >= 1 && concurrency <= MOST_THREADS,
          "work.concurrency is " + concurrency + ", not from 1 to " + MOST_THREADS);
      require(
          pollInterval.toMillis() >= 100 && pollInterval.compareTo(Duration.ofSeconds(5)) <= 0,
          "work.poll-interval is " + pollInterval + ", not from 100ms to 5s");
      requireRange("work.lease-duration", leaseDuration);
      requireRange("work.call-timeout", callTimeout);
      requireRange("work.shutdown-timeout", shutdownTimeout);
    }
  }

  /**
   * How much the inbox holds, and for how long.
   *
   * @param maxWaiting So many unfinished deliveries of one handler at most; at that the handler
   *     reads nothing more, until there are fewer.
   * @param retention How long the inbox knows what was handled: longer than the topic and its dead
   *     letters keep a record.
   */
  public record Inbox(
      @DefaultValue("10000") int maxWaiting, @DefaultValue("60d") Duration retention) {

    /**
     * @throws IllegalArgumentException when a value is out of range; names it
     */
    public Inbox {
      require(maxWaiting >= 1, "inbox.max-waiting is " + maxWaiting + ", below 1");
      require(
          retention.toMillis() >= 1000, "inbox.retention is " + retention + ", shorter than 1s");
    }
  }

  /**
   * Settings of one handler.
   *
   * @param retry When its failing messages are tried again.
   */
  public record Handler(@Nullable Retry retry) {}
}
