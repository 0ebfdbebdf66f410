package dev.waybill.lab.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The Spring properties that the services of a local stack run with. */
final class ServiceSettings {
  private ServiceSettings() {}

  static Map<String, String> activityService(String jdbcUrl, Path publicKey) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spring.datasource.url", jdbcUrl);
    settings.put("spring.datasource.username", Role.WRITER.roleName());
    settings.put("spring.datasource.password", Role.WRITER.password());
    settings.put("waybill.outbox.schema", "migrate");
    settings.put("waybill.outbox.migrator.url", jdbcUrl);
    settings.put("waybill.outbox.migrator.username", Role.MIGRATOR.roleName());
    settings.put("waybill.outbox.migrator.password", Role.MIGRATOR.password());
    settings.put(
        "spring.security.oauth2.resourceserver.jwt.public-key-location", "file:" + publicKey);
    return settings;
  }

  static Map<String, String> relay(String jdbcUrl, String bootstrapServers, Duration lease) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("waybill.relay.database.url", jdbcUrl);
    settings.put("waybill.relay.database.username", Role.RELAY.roleName());
    settings.put("waybill.relay.database.password", Role.RELAY.password());
    settings.put("waybill.relay.schema", "migrate");
    settings.put("waybill.relay.migrator.username", Role.MIGRATOR.roleName());
    settings.put("waybill.relay.migrator.password", Role.MIGRATOR.password());
    settings.put("waybill.relay.kafka.bootstrap-servers", bootstrapServers);
    settings.put("waybill.relay.topics", "create");
    settings.put("waybill.relay.development", "true");
    settings.put("waybill.relay.lease-duration", lease.toMillis() + "ms");
    return settings;
  }
}
