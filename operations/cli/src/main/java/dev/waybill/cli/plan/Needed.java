package dev.waybill.cli.plan;

import java.util.List;

/**
 * Whether a handler's reader of a version is still needed: what was found of it on the way to the
 * handler and with it, for instance {@code 3 messages not dispatched}.
 *
 * @param found each place with how much of it; empty when there is nothing
 * @param unknown each place that could not be looked at, with the reason
 */
public record Needed(List<String> found, List<String> unknown) {

  public Needed {
    found = List.copyOf(found);
    unknown = List.copyOf(unknown);
  }
}
