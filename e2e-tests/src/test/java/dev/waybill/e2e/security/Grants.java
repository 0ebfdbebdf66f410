package dev.waybill.e2e.security;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What migrations grant to one role: for each object its rights, in the order of the page. */
final class Grants {

  private static final Pattern GRANT =
      Pattern.compile("GRANT ([A-Z, ]+?) ON (?:[A-Z]+ )?(.+?) TO (.+?);", Pattern.DOTALL);
  private static final List<String> ORDER =
      List.of("USAGE", "EXECUTE", "SELECT", "INSERT", "UPDATE", "DELETE");

  private Grants() {}

  /**
   * Reads statements of the form {@code GRANT rights ON objects TO roles}.
   *
   * @param role a placeholder of the migrations
   * @return rights as the page writes them, by object
   */
  static Map<String, String> to(String role, String migrations) {
    Map<String, NavigableSet<String>> granted = new TreeMap<>();
    Matcher grant = GRANT.matcher(migrations.replaceAll("--.*", ""));
    while (grant.find()) {
      if (grant.group(3).contains("${" + role + "}")) {
        String objects = grant.group(2).replaceAll("\\([^)]*\\)", "").replaceAll("\\s+", " ");
        for (String object : objects.split(", ?")) {
          granted
              .computeIfAbsent(object.strip(), name -> new TreeSet<>())
              .addAll(Arrays.asList(grant.group(1).split(", ")));
        }
      }
    }
    return granted.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> words(entry.getValue())));
  }

  private static String words(NavigableSet<String> rights) {
    return ORDER.stream().filter(rights::contains).collect(Collectors.joining(", "));
  }
}
