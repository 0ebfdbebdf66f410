package dev.waybill.cli.finding;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects findings, also from a part that then hangs. Thread-safe: what a part adds after its time
 * was up is dropped.
 */
public final class Findings {

  private final List<Finding> list = new ArrayList<>();
  private boolean closed;

  public synchronized void add(Finding finding) {
    if (!closed) {
      list.add(finding);
    }
  }

  /** Adds several. */
  public synchronized void addAll(List<Finding> findings) {
    findings.forEach(this::add);
  }

  /** Takes no more findings and returns those that there are, in the order of the checks. */
  public synchronized List<Finding> close() {
    closed = true;
    return List.copyOf(list);
  }
}
