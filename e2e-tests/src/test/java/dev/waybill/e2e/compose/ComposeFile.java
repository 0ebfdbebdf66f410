package dev.waybill.e2e.compose;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What docker-compose.yml says, with its anchors and merge keys resolved. */
record ComposeFile(Map<String, Service> services) {

  /** One service; what it leaves out is empty. */
  record Service(
      String image,
      String target,
      List<String> command,
      String healthcheck,
      Map<String, String> environment,
      List<String> ports,
      Map<String, String> dependsOn) {}

  /** The service of that name, which must be there. */
  Service service(String name) {
    return Objects.requireNonNull(services.get(name), () -> "no service " + name);
  }

  static ComposeFile parse(String text) {
    Map<String, Object> root = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    Map<String, Service> services = new LinkedHashMap<>();
    map(root.get("services")).forEach((name, body) -> services.put(name, service(map(body))));
    return new ComposeFile(services);
  }

  private static Service service(Map<String, Object> body) {
    Map<String, String> environment = new LinkedHashMap<>();
    map(body.get("environment"))
        .forEach((name, value) -> environment.put(name, String.valueOf(value)));
    Map<String, String> dependsOn = new LinkedHashMap<>();
    map(body.get("depends_on"))
        .forEach((name, how) -> dependsOn.put(name, words(map(how).get("condition"))));
    return new Service(
        words(body.get("image")),
        words(map(body.get("build")).get("target")),
        list(body.get("command")).stream().map(String::valueOf).toList(),
        words(map(body.get("healthcheck")).get("test")),
        environment,
        list(body.get("ports")).stream().map(String::valueOf).toList(),
        dependsOn);
  }

  /** A scalar, or the words of a list. */
  private static String words(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return String.join(" ", list.stream().map(String::valueOf).toList());
    }
    return value == null ? "" : value.toString();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static Map<String, Object> map(@Nullable Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> found) {
      found.forEach((key, inner) -> map.put(key.toString(), inner == null ? "" : inner));
    }
    return map;
  }
}
