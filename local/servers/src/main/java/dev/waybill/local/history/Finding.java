package dev.waybill.local.history;

import java.util.List;

/** How often something went wrong on a topic, with the first few cases in words. */
public record Finding(long count, List<String> examples) {
  /** Examples are copied. */
  public Finding {
    examples = List.copyOf(examples);
  }

  /** Whether it never happened. */
  public boolean none() {
    return count == 0;
  }

  @Override
  public String toString() {
    return none() ? "0" : count + ", for example " + String.join("; ", examples);
  }
}
