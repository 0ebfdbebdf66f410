package dev.waybill.lab.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The Spring properties that the services of a local stack run with. */
final class ServiceSettings {
  private static final String PUBLIC_KEY =
      "spring.security.oauth2.resourceserver.jwt.public-key-location";

  private ServiceSettings() {}

  /** As one environment variable, whose properties win over those of the jar. */
  static String json(Map<String, String> settings) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    settings.forEach(json::put);
    return json.toString();
  }

  static Map<String, String> activityService(String jdbcUrl, Path publicKey) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spring.datasource.url", jdbcUrl);
    settings.put("spring.datasource.username", Role.WRITER.roleName());
    settings.put("spring.datasource.password", Role.WRITER.password());
    settings.put("waybill.outbox.schema", "migrate");
    settings.put("waybill.outbox.migrator.url", jdbcUrl);
    settings.put("waybill.outbox.migrator.username", Role.MIGRATOR.roleName());
    settings.put("waybill.outbox.migrator.password", Role.MIGRATOR.password());
    settings.put(PUBLIC_KEY, "file:" + publicKey);
    return settings;
  }

  /** What every handler needs; the names of the settings are the handler starter's. */
  static Map<String, String> handler(HandlerPlan.Site site) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spring.datasource.url", site.jdbcUrl());
    settings.put("spring.datasource.username", site.role().roleName());
    settings.put("spring.datasource.password", site.role().password());
    settings.put("waybill.handler.schema", "migrate");
    settings.put("waybill.handler.migrator.url", site.jdbcUrl());
    settings.put("waybill.handler.migrator.username", Role.MIGRATOR.roleName());
    settings.put("waybill.handler.migrator.password", Role.MIGRATOR.password());
    settings.put("waybill.handler.kafka.bootstrap-servers", site.bootstrapServers());
    // The shortest that a broker allows: who is killed is replaced soon.
    settings.put("waybill.handler.kafka.properties[session.timeout.ms]", "6000");
    settings.put("waybill.handler.kafka.properties[heartbeat.interval.ms]", "2000");
    return settings;
  }

  /** What a handler needs that is also read from over HTTP. */
  static Map<String, String> handlerService(HandlerPlan.Site site) {
    Map<String, String> settings = handler(site);
    settings.put("waybill.handler.endpoint.operator-tenant", Stack.OPERATOR_TENANT);
    settings.put(PUBLIC_KEY, "file:" + site.publicKey());
    return settings;
  }

  /** What the notification service needs. */
  static Map<String, String> notification(HandlerPlan.Site site) {
    Map<String, String> settings = handlerService(site);
    settings.put("spring.mail.host", "127.0.0.1");
    settings.put("spring.mail.port", Integer.toString(site.ports().mail()));
    // Else it asks the network, for each mail, what this machine is called.
    settings.put("spring.mail.properties[mail.smtp.localhost]", "localhost");
    settings.put("waybill.notification.recipient", "{user}@{tenant}.example.org");
    settings.put("waybill.notification.smtp.sender", "waybill@example.org");
    // Near the shortest that is allowed: a mail whose sender was killed is sent soon.
    settings.put("waybill.handler.work.lease-duration", "5s");
    return settings;
  }

  /** What the activity service needs in its worker role. */
  static Map<String, String> worker(HandlerPlan.Site site) {
    Map<String, String> settings = handlerService(site);
    settings.put("spring.profiles.active", "worker");
    settings.put("waybill.outbox.schema", "validate");
    return settings;
  }

  static Map<String, String> relay(
      String jdbcUrl, String bootstrapServers, Path publicKey, Duration lease) {
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
    settings.put("waybill.relay.api.operator-tenant", Stack.OPERATOR_TENANT);
    settings.put("waybill.relay.lease-duration", lease.toMillis() + "ms");
    settings.put(PUBLIC_KEY, "file:" + publicKey);
    return settings;
  }
}
