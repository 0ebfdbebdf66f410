package dev.waybill.relay.stream;

import dev.waybill.relay.settings.DatabaseAddress;
import dev.waybill.relay.settings.RelayProperties;
import java.time.Duration;
import java.util.Properties;

/**
 * Debezium's settings. Each that is not its default has its reason beside it; ADR 0003 says why no
 * offset is stored.
 */
final class EngineSettings {

  private EngineSettings() {}

  static Properties of(RelayProperties relay) {
    Properties engine = new Properties();
    DatabaseAddress address = relay.database().address();
    engine.setProperty("name", "waybill-" + relay.name());
    engine.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    engine.setProperty("database.hostname", address.host());
    engine.setProperty("database.port", Integer.toString(address.port()));
    engine.setProperty("database.dbname", address.database());
    engine.setProperty("database.user", relay.database().username());
    engine.setProperty("database.password", relay.database().password());
    address.encryption().forEach((name, value) -> engine.setProperty("database." + name, value));
    // Also the name of its beans in JMX, which another relay of this JVM must not share.
    engine.setProperty("topic.prefix", relay.name());
    position(engine);
    capture(engine, relay);
    bounds(engine, relay.stream());
    return engine;
  }

  /** Where to begin: at the slot, always. */
  private static void position(Properties engine) {
    // No stored offset: the search for one loses rows. The slot decides, the ledger drops repeats.
    engine.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    engine.setProperty("snapshot.mode", "no_data");
    // An in-place restart of the task would pass an offset on: end, and start a fresh engine.
    engine.setProperty("errors.max.retries", "0");
    engine.setProperty("slot.max.retries", "0");
  }

  private static void capture(Properties engine, RelayProperties relay) {
    engine.setProperty("plugin.name", "pgoutput");
    engine.setProperty("slot.name", relay.slotName());
    engine.setProperty("slot.drop.on.stop", "false");
    engine.setProperty("publication.name", relay.publication());
    // The publication is the migrator's. An automatic one would be FOR ALL TABLES.
    engine.setProperty("publication.autocreate.mode", "disabled");
    engine.setProperty("table.include.list", "outbox.message,outbox.relay_heartbeat");
    engine.setProperty("tombstones.on.delete", "false");
    // The default only warns and sends a null value.
    engine.setProperty("event.converting.failure.handling.mode", "fail");
    engine.setProperty("include.schema.changes", "false");
  }

  private static void bounds(Properties engine, RelayProperties.Stream stream) {
    engine.setProperty("poll.interval.ms", millis(stream.pollInterval()));
    engine.setProperty("max.batch.size", Integer.toString(stream.batchSize()));
    engine.setProperty("max.queue.size", Integer.toString(stream.batchSize() * 2));
    engine.setProperty("max.queue.size.in.bytes", Long.toString(stream.queueBytes()));
    engine.setProperty("offset.flush.interval.ms", millis(stream.confirmInterval()));
    engine.setProperty("status.update.interval.ms", "5000");
    engine.setProperty("database.tcpKeepAlive", "true");
    // Without, a network that swallows everything holds a read, and with it the engine's stop.
    engine.setProperty("driver.connectTimeout", "5");
    engine.setProperty("driver.socketTimeout", "10");
    // A statement that is closed over a dead link asks the server to cancel it, by a connection of
    // its own; the driver's ten seconds and those above are longer than the engine may take to
    // stop.
    engine.setProperty("driver.cancelSignalTimeout", "2");
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }
}
