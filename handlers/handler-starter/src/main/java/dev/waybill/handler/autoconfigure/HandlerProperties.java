package dev.waybill.handler.autoconfigure;

import dev.waybill.handler.consume.ConsumerSettings;
import dev.waybill.handler.schema.SchemaMode;
import java.time.Duration;
import java.util.Map;
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
 * @param retry Pauses between the attempts at a failing message.
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
    @DefaultValue Retry retry) {

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
   * Pauses between the attempts at a failing message: doubled with each failure, with jitter,
   * without end.
   *
   * @param firstPause The bound of the first pause.
   * @param longestPause The bound that the pauses grow to.
   */
  public record Retry(
      @DefaultValue("200ms") Duration firstPause, @DefaultValue("30s") Duration longestPause) {

    /**
     * @throws IllegalArgumentException when a value is out of range; names it
     */
    public Retry {
      requireRange("retry.first-pause", firstPause);
      requireRange("retry.longest-pause", longestPause);
      require(
          firstPause.compareTo(longestPause) <= 0,
          "retry.first-pause is " + firstPause + ", longer than longest-pause " + longestPause);
    }
  }
}
