package dev.waybill.relay.settings;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * All settings of a relay process, {@code waybill.relay.*}.
 *
 * @param name which relay this is; its lease, slot, ledger and transactional id carry the name.
 *     Processes of one name stand by for each other.
 * @param instanceId this process in logs and in the lease; the host name and process id by default
 * @param slot the replication slot, {@code waybill_<name>} by default
 * @param publication the publication that the outbox starter created
 * @param topicPrefix the first part of the names of internal topics
 * @param topics whether missing topics are created or only reported
 * @param schema whether the relay migrates its tables, checks them, or neither
 * @param development allows a single broker: topics with fewer than two in-sync replicas
 * @param recovery what to do when the slot is lost: publish the gap from the table at once, or wait
 *     for {@code ./waybill relay recover}
 * @param leaseDuration how long a lease holds without being renewed
 * @param healthInterval how often the relay that streams writes how it is
 * @param retention how long days of the outbox are kept; without it none is dropped. Needs the
 *     migrator's credentials
 */
@ConfigurationProperties("waybill.relay")
@Validated
public record RelayProperties(
    @DefaultValue("main") @Pattern(regexp = "[a-z][a-z0-9_]{0,40}") String name,
    @Nullable String instanceId,
    @Nullable String slot,
    @DefaultValue("waybill_outbox") @NotBlank String publication,
    @DefaultValue("waybill") @NotBlank String topicPrefix,
    @DefaultValue("check") TopicMode topics,
    @DefaultValue("validate") SchemaMode schema,
    @DefaultValue("false") boolean development,
    @DefaultValue("automatic") Recovery recovery,
    @DefaultValue("10s") Duration leaseDuration,
    @DefaultValue("30s") Duration healthInterval,
    @Nullable Duration retention,
    @Valid Database database,
    @DefaultValue Migrator migrator,
    @Valid Kafka kafka,
    @DefaultValue @Valid Stream stream,
    @DefaultValue Parking parking) {

  public RelayProperties {
    if (leaseDuration.compareTo(Duration.ofSeconds(2)) < 0) {
      throw new IllegalArgumentException(
          "waybill.relay.lease-duration is " + leaseDuration + ": give at least 2s");
    }
    if (retention != null && retention.compareTo(Duration.ofDays(1)) < 0) {
      throw new IllegalArgumentException(
          "waybill.relay.retention is " + retention + ": give at least 1d");
    }
    if (retention != null && migrator.username().isEmpty()) {
      throw new IllegalArgumentException(
          "waybill.relay.retention needs waybill.relay.migrator.username: only the owner of"
              + " outbox.message may drop a day");
    }
    if (healthInterval.toMillis() < 100 || healthInterval.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new IllegalArgumentException(
          "waybill.relay.health-interval is " + healthInterval + ": give 100ms to 60s");
    }
  }

  /** The replication slot in force. */
  public String slotName() {
    return slot == null ? "waybill_" + name : slot;
  }

  /** What to do about topics. */
  public enum TopicMode {
    CREATE,
    CHECK
  }

  /** What to do when the slot is lost. */
  public enum Recovery {
    AUTOMATIC,
    MANUAL
  }

  /** What to do about the relay's own tables. */
  public enum SchemaMode {
    MIGRATE,
    VALIDATE,
    NONE
  }

  /**
   * The writer's database, as the relay's role sees it.
   *
   * @param url a JDBC URL of PostgreSQL; no pooler in between
   * @param username a role with REPLICATION
   */
  public record Database(
      @NotBlank String url, @NotBlank String username, @DefaultValue("") String password) {

    /**
     * @throws IllegalArgumentException when the URL cannot be taken apart
     */
    public Database {
      DatabaseAddress.parse(url);
    }

    /** The URL, taken apart. */
    public DatabaseAddress address() {
      return DatabaseAddress.parse(url);
    }

    @Override
    public String toString() {
      return "Database[" + url + ", " + username + "]";
    }
  }

  /** The role that owns the schema; needed where {@code schema} is {@code migrate}. */
  public record Migrator(@DefaultValue("") String username, @DefaultValue("") String password) {

    @Override
    public String toString() {
      return "Migrator[" + username + "]";
    }
  }

  /**
   * The Kafka cluster.
   *
   * @param properties further client settings, for instance of security
   */
  public record Kafka(
      @NotBlank String bootstrapServers, @DefaultValue Map<String, String> properties) {}

  /**
   * Bounds of the stream.
   *
   * @param pollInterval how long the engine sleeps when there is nothing; latency is up to twice
   *     this
   * @param batchSize most rows in one Kafka transaction
   * @param transactionBytes most bytes in one Kafka transaction, over all copies; one message may
   *     exceed it alone
   * @param transactionTimeout after so long Kafka aborts a transaction that its relay left open,
   *     since an open one stalls every reader of its topics
   * @param queueBytes most bytes that the engine reads ahead
   * @param heartbeatInterval how often a heartbeat row is written
   * @param stallTimeout without a heartbeat's return for so long the relay is not ready and
   *     connects anew
   * @param confirmInterval at most one confirmation of the slot in this time
   */
  public record Stream(
      @DefaultValue("5ms") Duration pollInterval,
      @DefaultValue("2048") int batchSize,
      @DefaultValue("8388608") long transactionBytes,
      @DefaultValue("15s") Duration transactionTimeout,
      @DefaultValue("33554432") long queueBytes,
      @DefaultValue("5s") Duration heartbeatInterval,
      @DefaultValue("45s") Duration stallTimeout,
      @DefaultValue("200ms") Duration confirmInterval) {

    public Stream {
      require(batchSize >= 1 && batchSize <= 4_096, "batch-size", "between 1 and 4096");
      require(transactionBytes >= 65_536, "transaction-bytes", "at least 65536");
      require(
          transactionTimeout.compareTo(Duration.ofSeconds(5)) >= 0
              && transactionTimeout.compareTo(Duration.ofMinutes(1)) <= 0,
          "transaction-timeout",
          "between 5s and 60s");
      require(queueBytes >= 1_048_576, "queue-bytes", "at least 1048576");
      require(
          stallTimeout.compareTo(heartbeatInterval.multipliedBy(2)) > 0,
          "stall-timeout",
          "more than twice the heartbeat-interval");
    }

    private static void require(boolean condition, String name, String range) {
      if (!condition) {
        throw new IllegalArgumentException("waybill.relay.stream." + name + " must be " + range);
      }
    }
  }

  /**
   * When a parked message is tried again.
   *
   * @param pollInterval how often the relay looks for messages that are due
   * @param firstPause after the first failure; it doubles with each further one
   * @param longestPause the most between two attempts
   * @param maxAttempts so many failures end in a dead letter
   * @param maxKeys a handler with so many parked keys is left out until some are free again; a look
   *     for due messages costs some 20 microseconds for each
   */
  public record Parking(
      @DefaultValue("1s") Duration pollInterval,
      @DefaultValue("5s") Duration firstPause,
      @DefaultValue("30m") Duration longestPause,
      @DefaultValue("12") int maxAttempts,
      @DefaultValue("10000") int maxKeys) {

    /**
     * @throws IllegalArgumentException when a value is out of range
     */
    public Parking {
      if (pollInterval.toMillis() < 10 || firstPause.toMillis() < 1) {
        throw new IllegalArgumentException(
            "waybill.relay.parking.poll-interval must be at least 10ms and first-pause 1ms");
      }
      if (longestPause.compareTo(firstPause) < 0 || maxAttempts < 1 || maxKeys < 1) {
        throw new IllegalArgumentException(
            "waybill.relay.parking.longest-pause must be at least first-pause,"
                + " max-attempts and max-keys 1");
      }
    }
  }
}
