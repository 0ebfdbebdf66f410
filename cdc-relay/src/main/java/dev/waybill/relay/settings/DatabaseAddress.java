package dev.waybill.relay.settings;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of a PostgreSQL JDBC URL, which Debezium wants one by one.
 *
 * @param encryption the URL's {@code ssl…} parameters, by name
 */
public record DatabaseAddress(
    String host, int port, String database, Map<String, String> encryption) {

  private static final String PREFIX = "jdbc:";
  private static final int DEFAULT_PORT = 5432;

  /**
   * @throws IllegalArgumentException when the URL is not {@code jdbc:postgresql://host/database}
   */
  public static DatabaseAddress parse(String url) {
    if (url.startsWith("jdbc:postgresql://")) {
      URI uri = URI.create(url.substring(PREFIX.length()));
      String path = uri.getPath();
      if (uri.getHost() != null && path != null && path.length() > 1) {
        int port = uri.getPort() == -1 ? DEFAULT_PORT : uri.getPort();
        return new DatabaseAddress(uri.getHost(), port, path.substring(1), encryption(uri));
      }
    }
    throw new IllegalArgumentException(
        "waybill.relay.database.url must read jdbc:postgresql://host:port/database, one host: "
            + url);
  }

  private static Map<String, String> encryption(URI uri) {
    Map<String, String> parameters = new TreeMap<>();
    String query = uri.getQuery() == null ? "" : uri.getQuery();
    for (String parameter : List.of(query.split("&", -1))) {
      int equals = parameter.indexOf('=');
      if (parameter.startsWith("ssl") && equals > 0) {
        parameters.put(parameter.substring(0, equals), parameter.substring(equals + 1));
      }
    }
    return parameters;
  }
}
