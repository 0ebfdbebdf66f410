package dev.waybill.handler.settings;

import dev.waybill.contract.subscription.HandlerId;
import dev.waybill.handler.attempt.Workers;
import dev.waybill.handler.consume.HandlerOptions;
import dev.waybill.handler.deliver.FaultClasses;
import dev.waybill.handler.schema.SchemaMode;
import dev.waybill.workqueue.retry.RetryPolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the handling application.
 *
 * @param enabled Whether this instance handles; without, it finds its handlers, prepares the tables
 *     as schema says and answers, and reads, runs and purges nothing.
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
 *     frozen instance took in; counts no attempt for as long as outage.contention-limit says.
 * @param idleTimeout How long PostgreSQL waits for the next statement of a transaction before it
 *     ends the connection, so that a frozen instance blocks its successor no longer; more than
 *     longest-handler.
 * @param retry When a failing message is tried again, unless a handler has its own way.
 * @param outage What to do while PostgreSQL, Kafka or what a handler calls does not answer, or
 *     something is in the way of a message.
 * @param work How what waits in the inbox is worked on.
 * @param inbox How much the inbox holds, and for how long.
 * @param handlers Settings of single handlers, by handler id.
 */
@ConfigurationProperties("waybill.handler")
public record HandlerProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("migrate") SchemaMode schema,
    @DefaultValue @NestedConfigurationProperty MigratorProperties migrator,
    @DefaultValue("waybill_handler") String role,
    @DefaultValue @NestedConfigurationProperty KafkaProperties kafka,
    @DefaultValue("200") int maxPollRecords,
    @DefaultValue("5m") Duration maxPollInterval,
    @DefaultValue("500ms") Duration longestHandler,
    @DefaultValue("2s") Duration lockTimeout,
    @DefaultValue("10s") Duration idleTimeout,
    @DefaultValue @NestedConfigurationProperty RetryProperties retry,
    @DefaultValue @NestedConfigurationProperty OutageProperties outage,
    @DefaultValue @NestedConfigurationProperty WorkProperties work,
    @DefaultValue @NestedConfigurationProperty InboxProperties inbox,
    @DefaultValue Map<String, Handler> handlers) {

  private static final Pattern ROLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");
  private static final int MOST_RECORDS = 5_000;

  /**
   * @throws IllegalArgumentException when a value is out of range, or values do not fit each other;
   *     names them
   */
  public HandlerProperties {
    handlers = Map.copyOf(handlers);
    Bounds.ROOT.require(ROLE.matcher(role).matches(), "role is '" + role + "', no plain role name");
    Bounds.ROOT.require("max-poll-records", maxPollRecords, 1, MOST_RECORDS);
    Bounds.ROOT.require("max-poll-interval", maxPollInterval);
    Bounds.ROOT.require("longest-handler", longestHandler);
    Bounds.ROOT.require("lock-timeout", lockTimeout);
    Bounds.ROOT.require("idle-timeout", idleTimeout);
    requireThatTimesFit(maxPollRecords, maxPollInterval, longestHandler, idleTimeout, work);
    retry.check(new Bounds("retry."));
    for (Map.Entry<String, Handler> own : handlers.entrySet()) {
      own.getValue().over(retry).check(new Bounds("handlers." + own.getKey() + ".retry."));
    }
  }

  private static void requireThatTimesFit(
      int records, Duration interval, Duration longest, Duration idle, WorkProperties work) {
    Duration worst = longest.multipliedBy(2L * records);
    Bounds.ROOT.require(
        worst.compareTo(interval) < 0,
        "max-poll-interval is %s, not more than twice longest-handler (%s) times max-poll-records (%d) = %s: the group would give the partitions away while they are worked on. Lower longest-handler or max-poll-records, or raise max-poll-interval"
            .formatted(
                Bounds.words(interval), Bounds.words(longest), records, Bounds.words(worst)));
    Bounds.ROOT.require(
        idle.compareTo(longest) > 0,
        "idle-timeout is %s, not more than longest-handler (%s): PostgreSQL would end the transaction of a handler that computes for so long"
            .formatted(Bounds.words(idle), Bounds.words(longest)));
    Duration claimed = longest.multipliedBy(Workers.CLAIMS);
    Bounds.ROOT.require(
        work.leaseDuration().compareTo(claimed) > 0,
        "work.lease-duration is %s, not more than longest-handler (%s) times %d: another instance would take what is still being worked on"
            .formatted(Bounds.words(work.leaseDuration()), Bounds.words(longest), Workers.CLAIMS));
  }

  /** The name of this instance, by default that of the machine. */
  public String instance() {
    if (!work.instanceId().isEmpty()) {
      return work.instanceId();
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }

  /** The same for the runtime. */
  public HandlerOptions options() {
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
            outage.contentionLimit(),
            work.shutdownTimeout()),
        new HandlerOptions.Bounds(work.concurrency(), inbox.maxWaiting(), inbox.retention()));
  }

  /** When failing messages of a handler are tried again. */
  private RetryPolicy retryPolicy(HandlerId handler) {
    Handler own = handlers.get(handler.value());
    return (own == null ? retry : own.over(retry)).policy();
  }

  /**
   * Settings of one handler.
   *
   * @param retry When its failing messages are tried again.
   */
  public record Handler(@NestedConfigurationProperty @Nullable OwnRetry retry) {

    private RetryProperties over(RetryProperties common) {
      return retry == null ? common : retry.over(common);
    }
  }
}
