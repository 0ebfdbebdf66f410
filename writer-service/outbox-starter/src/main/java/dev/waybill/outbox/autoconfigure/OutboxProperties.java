package dev.waybill.outbox.autoconfigure;

import dev.waybill.contract.wire.WireLimits;
import dev.waybill.outbox.schema.SchemaMode;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the outbox in the writing application.
 *
 * @param schema What to do about the tables in schema outbox at start: migrate, validate or none.
 * @param migrator How to connect as the role that owns those tables.
 * @param roles The roles that the migrations grant access to.
 * @param maxMessageBytes Largest message on the wire, counted with key and headers, from 1KB to
 *     31MB; must stay below the limits of the topics.
 * @param source CloudEvents source of every message, a URI reference; by default the name of the
 *     application after a slash.
 * @param operationRetention How long an operation's idempotency key is known, one day or more.
 * @param inProcess Which messages go to consumers in this process in place of the outbox.
 */
@ConfigurationProperties("waybill.outbox")
public record OutboxProperties(
    @DefaultValue("migrate") SchemaMode schema,
    @DefaultValue Migrator migrator,
    @DefaultValue Roles roles,
    @DefaultValue("900KB") DataSize maxMessageBytes,
    @Nullable URI source,
    @DefaultValue("7d") Duration operationRetention,
    @DefaultValue InProcess inProcess) {

  private static final DataSize LEAST = DataSize.ofKilobytes(1);
  private static final DataSize MOST = DataSize.ofBytes(WireLimits.MAX_MESSAGE_BYTES);

  private static final Duration SHORTEST_MEMORY = Duration.ofDays(1);

  /**
   * @throws IllegalArgumentException when a value is out of range
   */
  public OutboxProperties {
    if (maxMessageBytes.compareTo(LEAST) < 0 || maxMessageBytes.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "waybill.outbox.max-message-bytes is "
              + maxMessageBytes
              + ", not from 1KB to 31MB: a relay sends no larger message, whatever the topics take;"
              + " send a reference in place of the content");
    }
    if (operationRetention.compareTo(SHORTEST_MEMORY) < 0) {
      throw new IllegalArgumentException(
          "waybill.outbox.operation-retention is " + operationRetention + ", less than one day");
    }
  }

  /**
   * Connection of the role that owns the outbox's tables; needed to migrate.
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
   * Roles that are granted access by the migrations.
   *
   * @param writer Role of the writing application: may add messages, not read or change them.
   * @param relay Role of the relay: may read messages.
   */
  public record Roles(
      @DefaultValue("waybill_writer") String writer, @DefaultValue("waybill_relay") String relay) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_$-]{0,62}");

    /**
     * @throws IllegalArgumentException when a name is no plain role name
     */
    public Roles {
      require("writer", writer);
      require("relay", relay);
    }

    private static void require(String property, String name) {
      if (!NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "waybill.outbox.roles." + property + " is '" + name + "', no plain role name");
      }
    }
  }

  /**
   * Which messages go to consumers in this process in place of the outbox.
   *
   * @param isolated For tests and runs without a relay: every message goes to consumers in this
   *     process and none is staged; refused when anybody subscribes to anything or a relay has its
   *     tables in the database. A message that no consumer takes is refused.
   * @param allow Ids of the consumers that are not handlers yet; the types that they take are not
   *     staged. Refused when a handler subscribes to one of those types.
   */
  public record InProcess(
      @DefaultValue("false") boolean isolated, @DefaultValue Set<String> allow) {

    public InProcess {
      allow = Set.copyOf(allow);
    }
  }
}
