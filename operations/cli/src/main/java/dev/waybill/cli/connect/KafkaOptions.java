package dev.waybill.cli.connect;

import dev.waybill.cli.terminal.CommandFailure;
import dev.waybill.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which Kafka, and how to reach it. */
public final class KafkaOptions {

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT,…",
      description = "Brokers to start from. Default: $WAYBILL_BOOTSTRAP_SERVERS.")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Properties of the Kafka client, for instance security.protocol.")
  private @Nullable Path config;

  /** The client's properties; empty when no brokers are named. */
  public Optional<Properties> properties() {
    Properties properties = new Properties();
    if (config != null) {
      load(config, properties);
    }
    if (bootstrapServers != null) {
      properties.setProperty("bootstrap.servers", bootstrapServers);
    }
    return properties.containsKey("bootstrap.servers") ? Optional.of(properties) : Optional.empty();
  }

  private static void load(Path file, Properties properties) {
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw CommandFailure.because(
          ExitCode.USAGE,
          "cannot read the Kafka properties " + file,
          e.toString(),
          "check --kafka-config",
          e);
    }
  }
}
