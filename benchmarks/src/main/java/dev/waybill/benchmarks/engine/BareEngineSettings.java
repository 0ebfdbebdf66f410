package dev.waybill.benchmarks.engine;

import java.util.Properties;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Debezium's settings: those that the relay runs its engine with by default, but for slot and
 * publication. A test holds them together.
 */
final class BareEngineSettings {

  private static final int BATCH = 2048;

  private BareEngineSettings() {}

  /**
   * @param database with user and password
   * @param slot where to begin; the engine confirms what it read
   */
  static Properties of(PGSimpleDataSource database, String slot, String publication) {
    Properties engine = new Properties();
    engine.setProperty("name", "waybill-main");
    engine.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    engine.setProperty("database.hostname", database.getServerNames()[0]);
    engine.setProperty("database.port", Integer.toString(database.getPortNumbers()[0]));
    engine.setProperty("database.dbname", String.valueOf(database.getDatabaseName()));
    engine.setProperty("database.user", String.valueOf(database.getUser()));
    engine.setProperty("database.password", String.valueOf(database.getPassword()));
    engine.setProperty("topic.prefix", "waybill");
    engine.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    engine.setProperty("snapshot.mode", "no_data");
    engine.setProperty("errors.max.retries", "0");
    engine.setProperty("slot.max.retries", "0");
    engine.setProperty("plugin.name", "pgoutput");
    engine.setProperty("slot.name", slot);
    engine.setProperty("slot.drop.on.stop", "false");
    engine.setProperty("publication.name", publication);
    engine.setProperty("publication.autocreate.mode", "disabled");
    engine.setProperty("table.include.list", "outbox.message,outbox.relay_heartbeat");
    engine.setProperty("tombstones.on.delete", "false");
    engine.setProperty("event.converting.failure.handling.mode", "fail");
    engine.setProperty("include.schema.changes", "false");
    engine.setProperty("poll.interval.ms", "10");
    engine.setProperty("max.batch.size", Integer.toString(BATCH));
    engine.setProperty("max.queue.size", Integer.toString(BATCH * 2));
    engine.setProperty("max.queue.size.in.bytes", "33554432");
    engine.setProperty("offset.flush.interval.ms", "200");
    engine.setProperty("status.update.interval.ms", "5000");
    engine.setProperty("database.tcpKeepAlive", "true");
    engine.setProperty("driver.connectTimeout", "5");
    engine.setProperty("driver.socketTimeout", "10");
    engine.setProperty("driver.cancelSignalTimeout", "2");
    return engine;
  }
}
