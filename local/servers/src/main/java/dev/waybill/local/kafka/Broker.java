package dev.waybill.local.kafka;

import dev.waybill.local.network.Ports;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's own server object over a folder; a fresh one for every start. Its cluster and its place
 * in it are in its properties.
 */
final class Broker {
  private final Path folder;
  private final int port;
  private final String clusterId;
  private final Properties properties;
  private @Nullable KafkaRaftServer server;

  Broker(Path folder, int port, String clusterId, Properties properties) {
    this.folder = folder;
    this.port = port;
    this.clusterId = clusterId;
    this.properties = properties;
  }

  Path folder() {
    return folder;
  }

  int port() {
    return port;
  }

  String clusterId() {
    return clusterId;
  }

  String setting(String name) {
    return properties.getProperty(name);
  }

  boolean isRunning() {
    return server != null;
  }

  void start() {
    if (server != null) {
      throw new IllegalStateException("Kafka on port " + port + " is already running");
    }
    if (Ports.isTaken(port)) {
      throw new IllegalStateException("port " + port + " is taken, so Kafka cannot listen");
    }
    format();
    server = HostJvm.inRootLocale(this::startFresh);
  }

  private KafkaRaftServer startFresh() {
    KafkaRaftServer fresh =
        new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    fresh.startup();
    return fresh;
  }

  void stop() {
    if (server == null) {
      throw new IllegalStateException("Kafka on port " + port + " is stopped");
    }
    server.shutdown();
    server.awaitShutdown();
    server = null;
  }

  void awaitEnd() {
    if (server != null) {
      server.awaitShutdown();
    }
  }

  private void format() {
    Path data = Path.of(properties.getProperty("log.dirs"));
    if (Files.exists(data.resolve("meta.properties"))) {
      return;
    }
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      Files.createDirectories(data);
      new Formatter()
          .setPrintStream(silent)
          .setClusterId(clusterId)
          .setNodeId(Integer.parseInt(setting("node.id")))
          .setControllerListenerName(LocalKafkaBuilder.CONTROLLER_LISTENER)
          .setReleaseVersion(MetadataVersion.latestProduction())
          .addDirectory(data.toString())
          .setMetadataLogDirectory(data.toString())
          .run();
    } catch (Exception e) {
      throw new IllegalStateException("cannot format " + data + " for Kafka", e);
    }
  }
}
