package dev.waybill.contract.check;

import dev.waybill.contract.message.Visibility;
import java.util.Map;
import java.util.Optional;

/** Looks up how far a field may travel: by its own name, else by that of what it is a part of. */
final class Classification {

  private Classification() {}

  static Optional<Visibility> of(Map<String, Visibility> classification, String path) {
    for (String at = path; !at.isEmpty(); at = at.substring(0, Math.max(0, at.lastIndexOf('.')))) {
      Visibility visibility = classification.get(at);
      if (visibility == null && at.endsWith("[]")) {
        visibility = classification.get(at.substring(0, at.length() - 2));
      }
      if (visibility != null) {
        return Optional.of(visibility);
      }
    }
    return Optional.empty();
  }
}
