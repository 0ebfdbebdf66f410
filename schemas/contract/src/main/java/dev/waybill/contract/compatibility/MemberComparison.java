package dev.waybill.contract.compatibility;

import dev.waybill.contract.compatibility.Difference.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Which members an object has, and which of them it must have. */
final class MemberComparison {

  private final String at;
  private final JsonNode released;
  private final JsonNode current;
  private final boolean closed;
  private final List<Difference> differences = new ArrayList<>();

  private MemberComparison(String at, JsonNode released, JsonNode current, boolean closed) {
    this.at = at;
    this.released = released;
    this.current = current;
    this.closed = closed;
  }

  /**
   * Compares two schemas.
   *
   * @param closed whether the released one allows no other members
   */
  static List<Difference> compare(String at, JsonNode released, JsonNode current, boolean closed) {
    MemberComparison comparison = new MemberComparison(at, released, current, closed);
    comparison.members();
    return comparison.differences;
  }

  private void members() {
    Set<String> before = names(released);
    Set<String> added = names(current);
    added.removeAll(before);
    for (String name : before) {
      if (!names(current).contains(name)) {
        gone(name, added);
      }
    }
    added.forEach(this::added);
    requirements(before);
  }

  private void gone(String name, Set<String> added) {
    Optional<String> now = added.stream().filter(other -> isRenamed(name, other)).findFirst();
    now.ifPresentOrElse(
        other -> {
          added.remove(other);
          add(name, Kind.RENAMED, "was renamed to '" + other + "'");
        },
        () -> add(name, Kind.REMOVED, "was removed"));
  }

  /** The same schema under another name, which one could have by chance: still no released name. */
  private boolean isRenamed(String name, String other) {
    return required(released).contains(name) == required(current).contains(other)
        && SchemaComparison.compare(member(released, name), member(current, other)).isEmpty();
  }

  private void added(String name) {
    if (required(current).contains(name)) {
      add(name, Kind.MADE_REQUIRED, "is new and required: what was written before lacks it");
    } else if (closed) {
      add(name, Kind.ADDED_TO_CLOSED, "is new where the released form allows no other member");
    }
  }

  private void requirements(Set<String> before) {
    Set<String> now = required(current);
    Set<String> then = required(released);
    for (String name : then) {
      if (!now.contains(name) && (names(current).contains(name) || !before.contains(name))) {
        add(name, Kind.MADE_OPTIONAL, "is no longer required: readers count on it");
      }
    }
    for (String name : now) {
      if (!then.contains(name) && (before.contains(name) || !names(current).contains(name))) {
        add(name, Kind.MADE_REQUIRED, "became required: what was written before may lack it");
      }
    }
  }

  private void add(String name, Kind kind, String what) {
    differences.add(
        new Difference(
            at + "/properties/" + SchemaComparison.pointer(name),
            kind,
            "member '" + name + "' " + what));
  }

  private static JsonNode member(JsonNode schema, String name) {
    return schema.path("properties").path(name);
  }

  private static Set<String> names(JsonNode schema) {
    return new TreeSet<>(schema.path("properties").propertyNames());
  }

  private static Set<String> required(JsonNode schema) {
    Set<String> names = new TreeSet<>();
    schema.path("required").forEach(name -> names.add(name.asString()));
    return names;
  }
}
