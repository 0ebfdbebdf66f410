package dev.waybill.handler.registry;

import dev.waybill.handler.Upcaster;
import dev.waybill.handler.startup.StartRefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The application's upcasters. */
final class Upcasts {

  private final Map<String, SortedMap<Integer, Upcaster>> byType = new TreeMap<>();

  /**
   * @throws StartRefusedException when two rewrite the same version
   */
  Upcasts(Collection<Upcaster> upcasters) {
    for (Upcaster upcaster : upcasters) {
      Upcaster other =
          byType
              .computeIfAbsent(upcaster.type(), type -> new TreeMap<>())
              .put(upcaster.fromVersion(), upcaster);
      if (other != null) {
        throw new StartRefusedException(
            "%s and %s both rewrite %s v%d"
                .formatted(name(other), name(upcaster), upcaster.type(), upcaster.fromVersion()),
            "Keep one of them.");
      }
    }
  }

  /**
   * What leads from a version to the newest that a method handles; empty when the method reads the
   * version as it is.
   *
   * @throws StartRefusedException when the way ends before it
   */
  List<Upcaster> chain(String type, int version, int newest) {
    Map<Integer, Upcaster> known = byType.getOrDefault(type, new TreeMap<>());
    if (!known.containsKey(version)) {
      return List.of();
    }
    List<Upcaster> chain = new ArrayList<>();
    for (int from = version; from < newest; from++) {
      Upcaster next = known.get(from);
      if (next == null) {
        throw new StartRefusedException(
            "Payloads of %s v%d are rewritten up to v%d, and the method reads v%d"
                .formatted(type, version, from, newest),
            "Add an Upcaster from version " + from + ".");
      }
      chain.add(next);
    }
    return chain;
  }

  private static String name(Upcaster upcaster) {
    return upcaster.getClass().getSimpleName();
  }
}
