package dev.waybill.local.postgres;

import dev.waybill.local.files.Folders;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes a {@link LocalPostgres}. By default: temporary folder, free port, durable. */
public final class LocalPostgresBuilder {
  private final Map<String, String> settings = new LinkedHashMap<>();
  private @Nullable Path directory;
  private int port;

  LocalPostgresBuilder() {
    settings.put("wal_level", "logical");
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("unix_socket_directories", "");
    settings.put("max_connections", "200");
    settings.put("max_wal_senders", "20");
    settings.put("max_replication_slots", "20");
    // The slot of a killed or frozen reader is free again after this.
    settings.put("wal_sender_timeout", "6s");
    settings.put("timezone", "UTC");
    settings.put("lc_messages", "C");
  }

  /** Keeps the data in {@code folder}, where a later start finds it again. */
  public LocalPostgresBuilder directory(Path folder) {
    directory = folder;
    return this;
  }

  /** The port to listen on; 0 picks a free one, which then stays the same. */
  public LocalPostgresBuilder port(int number) {
    port = number;
    return this;
  }

  /**
   * Whether commits survive a crash of the machine. Without, commits still survive a crash of the
   * server itself, and everything is faster: right for tests.
   */
  public LocalPostgresBuilder durable(boolean durable) {
    return setting("fsync", durable ? "on" : "off")
        .setting("full_page_writes", durable ? "on" : "off");
  }

  /** Sets a server setting, as in {@code postgresql.conf}; a later one wins. */
  public LocalPostgresBuilder setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * Starts the server and waits until it answers; the first start in a folder takes some seconds.
   *
   * @throws IllegalStateException when it does not come up, with the server's own last words
   */
  public LocalPostgres start() {
    Path folder =
        directory == null
            ? Folders.temporary("waybill-postgres-data-")
            : directory.toAbsolutePath();
    Cluster cluster = new Cluster(folder, Binaries.unpacked(), Account.detect());
    LocalPostgres server =
        new LocalPostgres(cluster, new Postmaster(cluster, settings, port), directory == null);
    try {
      cluster.initialise();
      server.start();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }
}
