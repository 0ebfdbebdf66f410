package dev.waybill.e2e.compose;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One stage of the Dockerfile that runs something.
 *
 * @param jar the built file that it copies, relative to the project
 * @param ports the exposed ones, one for each role that it runs in
 * @param folders what else it copies out of the project, and where to
 */
record ImageTarget(String jar, Set<Integer> ports, Map<String, String> folders) {

  private static final Pattern STAGE = Pattern.compile("(?m)^FROM \\S+ AS (\\S+)$");
  private static final Pattern JAR =
      Pattern.compile("(?m)^COPY --from=build /waybill/(\\S+\\.jar) ");
  private static final Pattern FOLDER = Pattern.compile("(?m)^COPY ([^-\\s]\\S*) (\\S+)$");
  private static final Pattern EXPOSE = Pattern.compile("(?m)^EXPOSE ([\\d ]+)$");

  /** The folder of the module that makes the jar. */
  String module() {
    return jar.substring(0, jar.indexOf("/target/"));
  }

  /** The stages that copy a jar, by name. */
  static Map<String, ImageTarget> of(String dockerfile) {
    Map<String, ImageTarget> targets = new LinkedHashMap<>();
    Matcher stage = STAGE.matcher(dockerfile);
    while (stage.find()) {
      String rest = dockerfile.substring(stage.end());
      Matcher next = STAGE.matcher(rest);
      String body = next.find() ? rest.substring(0, next.start()) : rest;
      Matcher jar = JAR.matcher(body);
      if (jar.find()) {
        Matcher expose = EXPOSE.matcher(body);
        targets.put(
            stage.group(1),
            new ImageTarget(
                jar.group(1), expose.find() ? ports(expose.group(1)) : Set.of(), folders(body)));
      }
    }
    return targets;
  }

  private static Set<Integer> ports(String exposed) {
    return Stream.of(exposed.split(" "))
        .map(Integer::parseInt)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Map<String, String> folders(String stage) {
    Map<String, String> folders = new LinkedHashMap<>();
    Matcher folder = FOLDER.matcher(stage);
    while (folder.find()) {
      folders.put(folder.group(1), folder.group(2));
    }
    return folders;
  }
}
