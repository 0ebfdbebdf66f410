package dev.waybill.e2e.settings;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The configuration properties that the applications answer to. */
public final class KnownSettings {

  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  private KnownSettings() {}

  /** From the metadata of Spring Boot and of ours. */
  public static Set<String> names() throws IOException {
    Set<String> names = new TreeSet<>();
    for (URL metadata :
        Collections.list(KnownSettings.class.getClassLoader().getResources(METADATA))) {
      try (InputStream in = metadata.openStream()) {
        for (JsonNode property : JsonMapper.builder().build().readTree(in).path("properties")) {
          names.add(property.path("name").asString());
        }
      }
    }
    return names;
  }

  /** The same, in the form that an environment uses. */
  public static Set<String> environmentNames() throws IOException {
    return names().stream()
        .map(KnownSettings::environmentName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public static String environmentName(String property) {
    return property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
  }
}
