package dev.waybill.e2e.compose;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The environment variables that the applications' configuration properties answer to. */
final class KnownSettings {

  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  private KnownSettings() {}

  /** From the metadata of Spring Boot and of ours, in the form that an environment uses. */
  static Set<String> environmentNames() throws IOException {
    Set<String> names = new TreeSet<>();
    for (URL metadata :
        Collections.list(KnownSettings.class.getClassLoader().getResources(METADATA))) {
      try (InputStream in = metadata.openStream()) {
        for (JsonNode property : JsonMapper.builder().build().readTree(in).path("properties")) {
          names.add(environmentName(property.path("name").asString()));
        }
      }
    }
    return names;
  }

  static String environmentName(String property) {
    return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
  }
}
