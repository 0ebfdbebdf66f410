package dev.waybill.local.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Counts cases and keeps the first few of them. */
final class FindingCounter {
  private static final int EXAMPLES = 5;

  private final List<String> examples = new ArrayList<>();
  private long count;

  void add(Supplier<String> example) {
    count++;
    if (examples.size() < EXAMPLES) {
      examples.add(example.get());
    }
  }

  Finding finding() {
    return new Finding(count, examples);
  }
}
