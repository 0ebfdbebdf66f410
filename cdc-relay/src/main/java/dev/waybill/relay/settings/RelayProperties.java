package dev.waybill.relay.settings;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
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
 * @param enabled whether this process dispatches; without, it starts, looks and answers, and never
 *     asks for the lease
 * @param shutdownTimeout what a stop may take: the batch in hand is finished within a third of it,
 *     and given up afterwards
 */
@ConfigurationProperties("waybill.relay")
@Validated
public record RelayProperties(
    @DefaultValue("main") String name,
    @Nullable String instanceId,
    @Nullable String slot,
    @DefaultValue("waybill_outbox") String publication,
    @DefaultValue("waybill") String topicPrefix,
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
    @DefaultValue Parking parking,
    @DefaultValue("true") boolean enabled,
    @DefaultValue("25s") Duration shutdownTimeout,
    @DefaultValue Watch watch) {

  /**
   * @throws IllegalArgumentException when a value is out of range; names the property and the range
   */
  public RelayProperties {
    Bounds.ROOT.present("database.url", database);
    Bounds.ROOT.present("kafka.bootstrap-servers", kafka);
    Bounds.ROOT.require("name", name, "[a-z][a-z0-9_]{0,40}");
    Bounds.ROOT.require("instance-id", instanceId, "\\S{1,100}");
    Bounds.ROOT.require("slot", slot, "[a-z0-9_]{1,63}");
    Bounds.ROOT.require("publication", publication, "[a-zA-Z_][a-zA-Z0-9_]{0,62}");
    Bounds.ROOT.require("topic-prefix", topicPrefix, "[a-zA-Z0-9._-]{1,100}");
    Bounds.ROOT.require("lease-duration", leaseDuration, ofSeconds(2), ofMinutes(10));
    Bounds.ROOT.require("health-interval", healthInterval, ofMillis(100), ofMinutes(1));
    Bounds.ROOT.require("shutdown-timeout", shutdownTimeout, ofSeconds(3), ofMinutes(5));
    if (retention != null) {
      Bounds.ROOT.require("retention", retention, ofDays(1), ofDays(3_650));
      if (migrator.username().isEmpty()) {
        throw new IllegalArgumentException(
            "waybill.relay.retention needs waybill.relay.migrator.username: only the owner of"
                + " outbox.message may drop a day");
      }
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
   * @param password its password; empty where the server asks for none
   */
  public record Database(
      @NotBlank String url, @NotBlank String username, @DefaultValue("") String password) {

    /**
     * @throws IllegalArgumentException when the URL cannot be taken apart
     */
    public Database {
      Bounds.ROOT.present("database.url", url);
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

  /**
   * The role that owns the schema; needed where {@code schema} is {@code migrate}, and for {@code
   * retention}.
   *
   * @param username its name; empty where it is not needed
   * @param password its password
   */
  public record Migrator(@DefaultValue("") String username, @DefaultValue("") String password) {

    @Override
    public String toString() {
      return "Migrator[" + username + "]";
    }
  }

  /**
   * The Kafka cluster.
   *
   * @param bootstrapServers {@code host:port}, more than one separated by commas
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
   * @param stallTimeout the stale threshold: without a heartbeat's return for so long the relay is
   *     not ready and connects anew; at least three heartbeat intervals
   * @param confirmInterval at most one confirmation of the slot in this time
   */
  public record Stream(
      @DefaultValue("10ms") Duration pollInterval,
      @DefaultValue("2048") int batchSize,
      @DefaultValue("8388608") long transactionBytes,
      @DefaultValue("15s") Duration transactionTimeout,
      @DefaultValue("33554432") long queueBytes,
      @DefaultValue("5s") Duration heartbeatInterval,
      @DefaultValue("45s") Duration stallTimeout,
      @DefaultValue("200ms") Duration confirmInterval) {

    /**
     * @throws IllegalArgumentException when a value is out of range
     */
    public Stream {
      Bounds bounds = new Bounds("stream.");
      bounds.require("poll-interval", pollInterval, ofMillis(1), ofSeconds(1));
      bounds.require("batch-size", batchSize, 1, 4_096);
      bounds.require("transaction-bytes", transactionBytes, 65_536, 67_108_864);
      bounds.require("transaction-timeout", transactionTimeout, ofSeconds(5), ofMinutes(1));
      bounds.require("queue-bytes", queueBytes, 1_048_576, 1_073_741_824);
      bounds.require("heartbeat-interval", heartbeatInterval, ofMillis(100), ofMinutes(1));
      bounds.require(
          "stall-timeout", stallTimeout, heartbeatInterval.multipliedBy(3), ofMinutes(10));
      bounds.require("confirm-interval", confirmInterval, ofMillis(10), ofSeconds(10));
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
      Bounds bounds = new Bounds("parking.");
      bounds.require("poll-interval", pollInterval, ofMillis(10), ofMinutes(1));
      bounds.require("first-pause", firstPause, ofMillis(1), ofHours(1));
      bounds.require("longest-pause", longestPause, firstPause, ofDays(1));
      bounds.require("max-attempts", maxAttempts, 1, 1_000);
      bounds.require("max-keys", maxKeys, 1, 1_000_000);
    }
  }

  /**
   * How each process of the relay looks at what the stream does not show.
   *
   * @param interval between two looks at PostgreSQL and Kafka
   * @param walRetained more log than this kept for the slot is an alarm that names the reason
   * @param daysAhead fewer days than this with a partition of the outbox are an alarm
   */
  public record Watch(
      @DefaultValue("10s") Duration interval,
      @DefaultValue("256MB") DataSize walRetained,
      @DefaultValue("7") int daysAhead) {

    /**
     * @throws IllegalArgumentException when a value is out of range
     */
    public Watch {
      Bounds bounds = new Bounds("watch.");
      bounds.require("interval", interval, ofMillis(100), ofMinutes(1));
      bounds.require("wal-retained", walRetained, DataSize.ofMegabytes(1), DataSize.ofTerabytes(1));
      bounds.require("days-ahead", daysAhead, 1, 13);
    }
  }
}
