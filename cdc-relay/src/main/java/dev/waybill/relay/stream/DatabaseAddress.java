package dev.waybill.relay.stream;

import java.net.URI;

/** Host, port and database of a PostgreSQL JDBC URL, which Debezium wants one by one. */
record DatabaseAddress(String host, int port, String database) {

  private static final String PREFIX = "jdbc:";
  private static final int DEFAULT_PORT = 5432;

  /**
   * @throws IllegalArgumentException when the URL is not {@code jdbc:postgresql://host/database}
   */
  static DatabaseAddress parse(String url) {
    if (url.startsWith("jdbc:postgresql://")) {
      URI uri = URI.create(url.substring(PREFIX.length()));
      String path = uri.getPath();
      if (uri.getHost() != null && path != null && path.length() > 1) {
        int port = uri.getPort() == -1 ? DEFAULT_PORT : uri.getPort();
        return new DatabaseAddress(uri.getHost(), port, path.substring(1));
      }
    }
    throw new IllegalArgumentException(
        "waybill.relay.database.url must read jdbc:postgresql://host:port/database, one host: "
            + url);
  }
}
